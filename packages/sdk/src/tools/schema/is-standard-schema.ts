import type { StandardSchema } from '../../ports/standard-schema.js';

/** True for a schema of zod, valibot, arktype or any library of https://standardschema.dev; arktype's are functions. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) return false;
  if (!('~standard' in schema)) return false;
  const standard = schema['~standard'];
  return (
    typeof standard === 'object' &&
    standard !== null &&
    'validate' in standard &&
    typeof standard.validate === 'function'
  );
}
