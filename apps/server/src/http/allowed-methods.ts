/** The methods that an address allows, for the reply to a request with another method. */
import { API_BASE_PATH, contract, type Endpoint, type Method } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/api-error.ts';

interface Known {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: Set<Method>;
}

const isParam = (segment: string | undefined): boolean => segment?.startsWith('{') === true;

/** One entry for all calls whose addresses differ only in parameter names. */
function knownAddresses(): Known[] {
  const byShape = new Map<string, Known>();
  for (const { path, method } of Object.values<Endpoint>(contract)) {
    const shape = path.replaceAll(/\{\w+\}/g, '{}');
    const address = byShape.get(shape);
    if (address) address.methods.add(method);
    else byShape.set(shape, { path, segments: path.split('/'), methods: new Set([method]) });
  }
  // In the router's order: at the first segment that differs, a literal one precedes a parameter.
  const order = ({ segments }: Known) =>
    segments.map((segment) => (isParam(segment) ? '1' : '0')).join('');
  return [...byShape.values()].toSorted((a, b) => order(a).localeCompare(order(b)));
}
const addresses = knownAddresses();

/** A parameter matches any segment, including one that is itself a parameter. */
const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((segment, at) => isParam(segment) || segment === segments[at]);

const allowOf = ({ methods }: Known): string[] => [...methods].toSorted();

/** `url` may have a query. Empty if the API has no call at this address. */
export function allowedMethods(url: string): string[] {
  if (!url.startsWith(API_BASE_PATH)) return [];
  const path = url.slice(API_BASE_PATH.length).split('?', 1)[0]!.split('/');
  const nearest = addresses.find(({ segments }) => matches(segments, path));
  return nearest ? allowOf(nearest) : [];
}

export const methodNotAllowed = (allow: readonly string[]): ApiError =>
  new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: allow.join(', ') } });

/** Refuses addresses that only match a parameter by accident: GET /lenders/phases is not GET /lenders/{companyId}. */
export function refuseShadowed(app: FastifyInstance): void {
  for (const address of addresses) {
    const wider = addresses.filter(
      ({ segments }) => segments !== address.segments && matches(segments, address.segments),
    );
    const others = new Set(wider.flatMap(({ methods }) => [...methods]));
    for (const method of others) {
      if (address.methods.has(method)) continue;
      app.route({
        method,
        url: API_BASE_PATH + address.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        // Runs before the body is read.
        onRequest: async () => {
          throw methodNotAllowed(allowOf(address));
        },
        handler: () => undefined,
      });
    }
  }
}
