import { toJsonSchema } from '@valibot/to-json-schema';
import { errorText } from '../../errors/error-text.js';
import type { StandardSchema } from '../../ports/standard-schema.js';
import { SchemaFault } from './schema-fault.js';

/** Ways that libraries offer their JSON Schema, in order of preference. */
interface Offers {
  '~standard': { jsonSchema?: { input?: (options: { target: string }) => unknown } };
  /** zod */
  toJSONSchema?: (options: { io: 'input' }) => unknown;
  /** arktype */
  toJsonSchema?: () => unknown;
}

/**
 * The JSON Schema of what a Standard Schema takes in, from the schema itself.
 * @throws {SchemaFault} when its library offers none, or the schema has a part that JSON Schema cannot say.
 */
export function standardJsonSchema(schema: StandardSchema): object {
  const { vendor } = schema['~standard'];
  let found: unknown;
  try {
    found = convert(schema, vendor);
  } catch (error) {
    throw new SchemaFault([], `cannot be told to a model as JSON Schema: ${errorText(error)}`);
  }
  if (typeof found === 'object' && found !== null) return found;
  const way = vendor === 'zod' ? 'zod offers this from 4.2 on' : 'pass a JSON Schema instead';
  throw new SchemaFault([], `is a schema of "${vendor}" that offers no JSON Schema for the model; ${way}`);
}

function convert(schema: StandardSchema, vendor: string): unknown {
  const offers = schema as unknown as Offers;
  // arktype's own method keeps defaults, which its standard one drops.
  if (vendor === 'arktype' && offers.toJsonSchema) return offers.toJsonSchema();
  const standard = offers['~standard'].jsonSchema?.input;
  if (standard) return standard({ target: 'draft-2020-12' });
  if (offers.toJSONSchema) return offers.toJSONSchema({ io: 'input' });
  if (offers.toJsonSchema) return offers.toJsonSchema();
  if (vendor === 'valibot') {
    return toJsonSchema(schema as unknown as Parameters<typeof toJsonSchema>[0], {
      target: 'draft-2020-12',
      typeMode: 'input',
    });
  }
  return undefined;
}
