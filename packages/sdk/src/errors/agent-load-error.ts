import { FlueError } from './flue-error.js';

/** An agent file is missing, does not parse, or has no usable default export. */
export class AgentLoadError extends FlueError {
  readonly code = 'agent_load_failed';
}
