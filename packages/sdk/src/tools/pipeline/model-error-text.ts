import { errorText } from '../../errors/error-text.js';
import { FlueError } from '../../errors/flue-error.js';

/** What the model is told of a thrown value: the message and hint, without a stack or a path of the host. */
export function modelErrorText(error: unknown): string {
  if (isSystemError(error)) return `${error.code}: ${error.syscall.split(' ')[0]} failed`;
  const text = errorText(error) || 'The tool failed without a message.';
  return FlueError.isInstance(error) && error.hint ? `${text} ${error.hint}` : text;
}

/** Node's file-system and network errors carry absolute paths of the host in their message. */
function isSystemError(error: unknown): error is { code: string; syscall: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'syscall' in error &&
    typeof error.syscall === 'string' &&
    'path' in error
  );
}
