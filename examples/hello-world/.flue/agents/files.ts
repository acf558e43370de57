import type { FlueContext } from '@flue/sdk';

const ORDERS = `id,customer,total
1,Ada,30
2,Bob,12
3,Ada,8
`;

// Files in the sandbox: the script puts data in, the model works on it with bash, write and edit, the script
// takes the result out. Nothing of the host is touched.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();
  await session.fs.writeFile('orders.csv', ORDERS);

  await session.prompt(
    'Sum the totals in orders.csv per customer with awk. Write them to report.md as lines like "- Ada: 38", ' +
      'sorted by name, below the heading "# Totals". Then change the heading to "# Totals per customer".',
  );

  const report = await session.fs.readFile('report.md');
  for (const line of ['# Totals per customer', '- Ada: 38', '- Bob: 12']) {
    if (!report.includes(line)) throw new Error(`report.md has no line "${line}":\n${report}`);
  }
  return { report };
}
