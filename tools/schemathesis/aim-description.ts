/**
 * The OpenAPI description with existing objects as examples, created as for the authorization matrix: with random
 * ids, the tester would mostly see 404.
 */
import { readFile } from 'node:fs/promises';
import { contract, type Endpoint } from '@cairn/contract';
import { aimAt } from '@cairn/testing/matrix/aim-at';
import type { Aimed } from '@cairn/testing/matrix/aims';
import { AIMS, type Aimable } from '@cairn/testing/matrix/requests';
import type { Caller, World } from '@cairn/testing/matrix/world';

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
}
interface Description extends Json {
  paths: Record<string, Record<string, Operation>>;
}

export interface AimedDescription {
  description: Description;
  /** Values of path parameters, by call and parameter. */
  parameters: Map<string, Record<string, string>>;
}

const namesIn = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

export async function aimDescription(
  file: string,
  world: World,
  caller: Caller,
): Promise<AimedDescription> {
  const description = JSON.parse(await readFile(file, 'utf8')) as Description;
  const parameters: AimedDescription['parameters'] = new Map();
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const operation of Object.values(operations)) {
      const name = operation.operationId;
      if (!(name in AIMS)) continue;
      const [scope] = AIMS[name as Aimable].scopes;
      const aimed = await aimAt(world, name as Aimable, scope!, caller);
      const values = pathValues(path, name, aimed);
      if (Object.keys(values).length > 0) parameters.set(name, values);
      aimBody(operation, aimed);
    }
  }
  return { description, parameters };
}

/** Paths that differ only in parameter names are described as one. */
function pathValues(path: string, name: string, { params = {} }: Aimed): Record<string, string> {
  const own = namesIn((contract as Record<string, Endpoint>)[name]!.path);
  const values = namesIn(path).map((shared, at) => [`path.${shared}`, params[own[at]!]]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function aimBody({ requestBody }: Operation, { body }: Aimed): void {
  const json = requestBody?.content['application/json'];
  if (!json || !body) return;
  json.schema = withIds(json.schema, body);
  json.example = body;
}

/** Uses the ids of the example; everything else may be any value that fits the schema. */
function withIds(schema: Json, value: unknown): Json {
  if (typeof value === 'string')
    return schema['format'] === 'uuid' ? { ...schema, enum: [value] } : schema;
  const inside = (part: unknown, ids: unknown): Json => withIds(part as Json, ids);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items && value.length > 0 ? { ...schema, items: inside(items, value[0]) } : schema;
  }
  if (typeof value !== 'object' || value === null) return schema;
  const object = value as Json;
  const properties = (schema['properties'] ?? {}) as Json;
  const aimed = Object.entries(properties).map(([name, part]) => [
    name,
    object[name] === undefined ? part : inside(part, object[name]),
  ]);
  return { ...schema, properties: Object.fromEntries(aimed) as Json };
}
