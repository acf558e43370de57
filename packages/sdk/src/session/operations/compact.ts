import type { CompactOptions, CompactResponse } from '../call-options.js';
import { callSettings } from '../call-settings.js';
import { checkKeys } from '../check-call-options.js';
import { compact } from '../compaction/compact.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';

/** Compaction because the script says so. */
export function prepareCompact(session: Session, operation: Operation, options: CompactOptions) {
  checkKeys('compact(options)', options, ['model', 'signal']);
  const { model } = callSettings(session, { model: options.model }, 'compact');
  return async (): Promise<CompactResponse> => {
    const compacted = await compact(session, operation, model, 'manual');
    return { compacted, usage: operation.usage };
  };
}
