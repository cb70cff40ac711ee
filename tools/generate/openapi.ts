import { API_BASE_PATH, contract, declaredErrors, errors, type Endpoint } from '@cairn/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of every call. Written from the contract itself: no server needs to run for it. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
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

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-audience': endpoint.audience,
    security: endpoint.audience === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
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
    schema: value,
    ...(value['type'] === 'array' && { style: 'form', explode: true }),
  }));
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
  const { $schema: _, ...rest } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return rest;
}
