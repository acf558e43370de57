import { formatPath } from './format-path.js';

/** Why a schema cannot be used, and where in it. Stays inside this room: callers see an `OptionError`. */
export class SchemaFault extends Error {
  constructor(path: readonly PropertyKey[], reason: string) {
    super(path.length === 0 ? `the schema ${reason}` : `${formatPath(path)} ${reason}`);
  }
}
