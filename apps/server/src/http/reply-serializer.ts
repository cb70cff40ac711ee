/** Serializers for replies: one per reply schema of the contract, compiled once per process. */
import serializerSelector from '@fastify/fast-json-stringify-compiler';
import { z } from 'zod';

type Serializer = (reply: unknown) => string;

interface ReplyOptions {
  readonly schema: { readonly response: { readonly 200: object } };
  readonly serializerCompiler: () => Serializer;
}

const compile = serializerSelector()({});
/**
 * Reply schemas are constants of the contract. Compiling all of them is most of a server's start time, and tests
 * start many servers.
 */
const optionsBySchema = new WeakMap<z.core.$ZodType, ReplyOptions>();

/** The reply options of a route. */
export function replyOptions(reply: z.core.$ZodType): ReplyOptions {
  const cachedOptions = optionsBySchema.get(reply);
  if (cachedOptions) return cachedOptions;
  const schema = serializable(reply);
  let serializer: Serializer | undefined;
  const options: ReplyOptions = {
    schema: { response: { 200: schema } },
    serializerCompiler: () =>
      (serializer ??= compile({ schema, method: '', url: '', httpStatus: '200' }) as Serializer),
  };
  optionsBySchema.set(reply, options);
  return options;
}

/** The schema for fast-json-stringify, which writes only the listed fields, so no field leaks by accident. */
function serializable(reply: z.core.$ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: 'output',
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => {
      // With formats the serializer would validate and convert values that come from the database and are valid.
      delete jsonSchema.format;
      delete jsonSchema.pattern;
      // Zod lists several patterns in `allOf`.
      if (jsonSchema.allOf?.every((each) => 'pattern' in each)) delete jsonSchema.allOf;
    },
  });
  return schema;
}
