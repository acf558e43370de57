import { FlueError } from './flue-error.js';

/** For tool authors: throw it (or any error) to give the model an error result. The run goes on. */
export class ToolError extends FlueError {
  readonly code = 'tool_failed';
}
