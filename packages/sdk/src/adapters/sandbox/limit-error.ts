type Library = Pick<typeof import('just-bash'), 'Bash'>;
type LimitErrorClass = new (message: string, kind: string) => Error & { stderr: string };

let found: Promise<LimitErrorClass> | undefined;

/**
 * An error that ends a run of the interpreter as its limits do: with what was printed so far. The interpreter
 * does not export the class, so it is taken, once, from a limit that is made to fail.
 */
export async function limitError(library: Library): Promise<Error> {
  found ??= provokeLimitError(library);
  const LimitError = await found;
  return Object.assign(new LimitError('stopped', 'iterations'), { stderr: '' });
}

async function provokeLimitError({ Bash }: Library): Promise<LimitErrorClass> {
  let caught: unknown;
  const provoke: NonNullable<NonNullable<ConstructorParameters<typeof Bash>[0]>['customCommands']>[number] = {
    name: 'provoke',
    async execute(_args, { executionScope }) {
      try {
        executionScope?.consumeWork(Number.NaN);
      } catch (error) {
        caught = error;
      }
      return { stdout: '', stderr: '', exitCode: 0 };
    },
  };
  await new Bash({ commands: [], customCommands: [provoke] }).exec('provoke');
  return (caught as Error).constructor as LimitErrorClass;
}
