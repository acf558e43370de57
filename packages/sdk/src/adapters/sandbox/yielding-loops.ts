import type { ScriptNode, StatementNode, TransformPlugin } from 'just-bash';
import { isTurnDue } from './event-loop-turns.js';

/**
 * Lets the event loop go on inside loops and functions of a shell script, which otherwise hold it until they
 * end: then no abort, timer or other sandbox gets a turn.
 *
 * When a turn is due, a statement is run before the body that reads from `/dev/null`, where `MemoryFs` gives the
 * turn. It is nothing that a script could notice: it leaves `$?` alone, also under `set -e`, prints nothing under
 * `set -x`, and is not part of what `declare -f` shows.
 */
export function yieldingLoops(isDue: () => boolean = isTurnDue): TransformPlugin {
  return {
    name: 'yielding-loops',
    transform({ ast }) {
      const pending: unknown[] = [ast satisfies ScriptNode];
      while (pending.length > 0) {
        const node = pending.pop();
        if (typeof node !== 'object' || node === null) continue;
        for (const child of Object.values(node)) pending.push(child);
        if (isRepeated(node)) node.body = new YieldingBody(node.body, isDue);
        else if (isFunctionOfGroup(node)) node.body.body = new YieldingBody(node.body.body, isDue);
      }
      return { ast };
    },
  };
}

interface WithBody {
  type: string;
  body: StatementNode[];
}

const LOOPS: ReadonlySet<string> = new Set(['For', 'CStyleFor', 'While', 'Until']);

function isRepeated(node: object): node is WithBody {
  return 'type' in node && LOOPS.has(String(node.type));
}

function isFunctionOfGroup(node: object): node is { body: WithBody } {
  if (!('type' in node && node.type === 'FunctionDef' && 'body' in node)) return false;
  return (node.body as WithBody).type === 'Group';
}

/** The statements of a body, to whoever looks; the interpreter, which iterates, gets one more when a turn is due. */
class YieldingBody extends Array<StatementNode> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #isDue: () => boolean;
  /** After the first statement, if that one looks at `PIPESTATUS`, which every command sets. */
  readonly #turnAt: number;

  constructor(statements: readonly StatementNode[], isDue: () => boolean) {
    super(statements.length);
    for (const [index, statement] of statements.entries()) this[index] = statement;
    this.#isDue = isDue;
    this.#turnAt = JSON.stringify(statements[0] ?? null).includes('PIPESTATUS') ? 1 : 0;
  }

  override *[Symbol.iterator](): ArrayIterator<StatementNode> {
    for (let index = 0; index < this.length; index++) {
      if (index === this.#turnAt && this.#isDue()) yield TURN;
      yield this[index]!;
    }
  }
}

/** `${_+} </dev/null && ${_+}`: a command without a name keeps `$?`, and an `&&` list never trips `set -e`. */
const TURN: StatementNode = {
  type: 'Statement',
  pipelines: [nameless('/dev/null'), nameless()],
  operators: ['&&'],
  background: false,
};

function nameless(input?: string): StatementNode['pipelines'][number] {
  return {
    type: 'Pipeline',
    negated: false,
    commands: [
      {
        type: 'SimpleCommand',
        assignments: [],
        name: {
          type: 'Word',
          parts: [
            {
              type: 'ParameterExpansion',
              parameter: '_',
              operation: { type: 'UseAlternative', word: { type: 'Word', parts: [] }, checkEmpty: false },
            },
          ],
        },
        args: [],
        redirections:
          input === undefined
            ? []
            : [
                {
                  type: 'Redirection',
                  fd: null,
                  operator: '<',
                  target: { type: 'Word', parts: [{ type: 'Literal', value: input }] },
                },
              ],
      },
    ],
  };
}
