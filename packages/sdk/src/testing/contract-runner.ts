/** What a contract suite needs of a test runner; vitest and `node:test` both have it. */
export interface ContractRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}
