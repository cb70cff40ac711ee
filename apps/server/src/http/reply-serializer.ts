/** How replies are written: one serializer for each of the contract's, made once for the process. */
import serializerSelector from '@fastify/fast-json-stringify-compiler';
import { z } from 'zod';

type Serializer = (reply: unknown) => string;

interface ReplyOptions {
  readonly schema: { readonly response: { readonly 200: object } };
  readonly serializerCompiler: () => Serializer;
}

const compile = serializerSelector()({});
/** Replies are constants of the contract. Compiling those of all calls costs most of a server's start, and tests start many. */
const made = new WeakMap<z.core.$ZodType, ReplyOptions>();

/** What a route says of its reply. */
export function replyOptions(reply: z.core.$ZodType): ReplyOptions {
  const known = made.get(reply);
  if (known) return known;
  const schema = serializable(reply);
  let serializer: Serializer | undefined;
  const options: ReplyOptions = {
    schema: { response: { 200: schema } },
    serializerCompiler: () =>
      (serializer ??= compile({ schema, method: '', url: '', httpStatus: '200' }) as Serializer),
  };
  made.set(reply, options);
  return options;
}

/** fast-json-stringify writes what the schema lists and nothing else: no field leaks by accident. */
function serializable(reply: z.core.$ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: 'output',
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => {
      // Formats make the serializer check and convert what the database already vouches for.
      delete jsonSchema.format;
      delete jsonSchema.pattern;
      // Several patterns are in a list of their own.
      if (jsonSchema.allOf?.every((each) => 'pattern' in each)) delete jsonSchema.allOf;
    },
  });
  return schema;
}
