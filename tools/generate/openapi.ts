import { API_BASE_PATH, contract, declaredErrors, errors, type Endpoint } from '@cairn/contract';
import { BLANK } from '@cairn/contract/shapes';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of every call, generated from the contract without a running server. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const path = sharedPath(endpoint.path);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, namesIn(path)),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_BASE_PATH }],
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'cairn-session' } },
    },
  };
}

const namesIn = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

/** Paths that differ only in parameter names are one path in OpenAPI; the names that come first are used. */
function sharedPath(path: string): string {
  const shapeOf = (template: string): string => template.replaceAll(/\{\w+\}/g, '{}');
  const all = Object.values<Endpoint>(contract).map((endpoint) => endpoint.path);
  return all.find((other) => shapeOf(other) === shapeOf(path))!;
}

function operation(name: string, endpoint: Endpoint, names: readonly string[]): Json {
  const own = namesIn(endpoint.path);
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-audience': endpoint.audience,
    security: endpoint.audience === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parameters('path', endpoint.params).map((each) => ({
        ...each,
        name: names[own.indexOf(each['name'] as string)] ?? each['name'],
      })),
      ...parameters('query', endpoint.query),
    ],
    ...(endpoint.body && {
      requestBody: {
        // A missing body counts as an empty object.
        required: !z.safeParse(endpoint.body, {}).success,
        content: {
          [endpoint.form ? 'multipart/form-data' : 'application/json']: {
            schema: schema(endpoint.body, 'input'),
          },
        },
      },
    }),
    responses: {
      200: endpoint.reply
        ? {
            description: 'Done',
            content: { 'application/json': { schema: schema(endpoint.reply, 'output') } },
          }
        : { description: 'Not JSON: see the summary' },
      ...failures(endpoint),
      431: { description: 'The address and the headers together are longer than 16 kB' },
    },
  };
}

function parameters(place: 'path' | 'query', shape: Endpoint['params']): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schema(shape, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...valueOf(value),
  }));
}

/** A text that contains JSON is described by the value it contains. */
function valueOf(value: Json): Json {
  const { contentMediaType, contentSchema } = value;
  if (typeof contentMediaType === 'string')
    return { content: { [contentMediaType]: { schema: contentSchema } } };
  return { schema: value, ...(value['type'] === 'array' && { style: 'form', explode: true }) };
}

function failures(endpoint: Endpoint): Json {
  const byStatus: Record<number, string[]> = {};
  for (const code of declaredErrors(endpoint)) (byStatus[errors[code][0]] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      {
        description: list.toSorted().join(', '),
        headers: {
          messages: { description: 'Percent-encoded sentence', schema: { type: 'string' } },
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const problem: Json = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    fieldErrors: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function schema(shape: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: (described) => {
      describeTrimmed(described);
      describeYears(described);
    },
  });
  return rest;
}

/** The property in which zod keeps the parts of a schema. */
const INSIDE = '_zod';

/** Text is trimmed before its minimum length is checked, so spaces alone are not enough. */
function describeTrimmed({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { type, checks = [] } = zodSchema[INSIDE].def;
  const isTrimmed = checks.some((check) => check[INSIDE].def.check === 'overwrite');
  const least = jsonSchema.minLength ?? 0;
  if (type !== 'string' || !isTrimmed || least < 1) return;
  const pattern =
    least === 1 ? `[^${BLANK}]` : String.raw`[^${BLANK}][\s\S]{${least - 2},}[^${BLANK}]`;
  if (jsonSchema.pattern === undefined) jsonSchema.pattern = pattern;
  else jsonSchema.allOf = [...(jsonSchema.allOf ?? []), { pattern }];
}

const LEAP_DAYS = String.raw`\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00`;
const CENTURIES = '(?:1[7-9]|2[01])';

/**
 * Merges the patterns for a date and its centuries: of two patterns, a request generator fulfills one and discards
 * nearly every value for the other.
 */
function describeYears({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [date, years, ...more] = (jsonSchema.allOf ?? []).map(({ pattern }) => pattern);
  if (!date?.includes(LEAP_DAYS) || years !== '^(1[7-9]|2[01])' || more.length > 0) return;
  jsonSchema.pattern = date
    .replace(LEAP_DAYS, `${CENTURIES}(?:[2468][048]|[13579][26]|0[48])|2000`)
    .replace(String.raw`\d{4}-`, String.raw`${CENTURIES}\d\d-`);
  delete jsonSchema.allOf;
}
