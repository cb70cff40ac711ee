import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** The client of the specification supports only these four [R274]. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call, checked before any row is read. `public` needs no session, `session` any logged-in user; the others
 * name the role of the session. The field is required, so an endpoint without an audience does not compile.
 */
export type Audience = 'public' | 'session' | 'lender' | 'admin';

/**
 * Names a kind of data. Reads declare the tags that they show and writes the tags that they change; caches are
 * invalidated by tag.
 */
export type Tag =
  | 'session'
  | 'settings'
  | 'preference'
  | 'loan'
  | 'application'
  | 'loanList'
  | 'loanView'
  | 'element'
  | 'entity'
  | 'detail'
  | 'document'
  | 'package'
  | 'phase'
  | 'recent'
  | 'template'
  | 'templateElement'
  | 'templateField'
  | 'company'
  | 'label'
  | 'maintenance'
  | 'employee'
  | 'invitation'
  | 'delivery'
  | 'emailText'
  | 'device'
  | 'avatar'
  | 'consent'
  | 'credit'
  | 'message'
  | 'note'
  | 'notification'
  | 'reminder'
  | 'savedReply'
  | 'sharepoint'
  | 'shoebox'
  | 'sourcesUses'
  | 'support'
  | 'draft';

/**
 * Rate limits by network address: `signIn` tries passwords, `code` tries codes, `mail` and `text` send
 * an email or SMS, `pageError` reports an error in a page, `address` asks a service for addresses.
 */
export type Limit = 'signIn' | 'code' | 'mail' | 'text' | 'pageError' | 'address';

type Schema = z.core.$ZodType;

export interface Endpoint<
  M extends Method = Method,
  A extends Audience = Audience,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> {
  readonly method: M;
  /** A literal as in the specification, so that a search for the path finds the code. */
  readonly path: `/${string}`;
  readonly audience: A;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body comes as multipart/form-data: its files as { name, text }. */
  readonly form?: true;
  /** Absent if the reply is not JSON: a file, an event stream or a redirect. */
  readonly reply?: Reply;
  /** Error codes that the handler returns; those that `declaredErrors` derives and COMMON_ERRORS need not be listed. */
  readonly errors?: readonly ErrorCode[];
  readonly shows?: readonly Tag[];
  readonly changes?: readonly Tag[];
  /** Failures of this call show no toast: the page shows them itself, or users need not know of them. */
  readonly silent?: boolean;
  /** A call that takes long, such as one on templates or whole lists; its timeout in the browser is twice as long. */
  readonly slow?: boolean;
  readonly limit?: Limit;
  /** Available to all users during a maintenance window; all other calls are for administrators only. */
  readonly duringMaintenance?: boolean;
  /** A GET that writes an audit entry and changes nothing else, e.g. a read of a file. */
  readonly traced?: boolean;
  /** Ignores the Idempotency-Key: each call is carried out and writes its audit entry. */
  readonly recordedEachTime?: boolean;
}

export function endpoint<
  const M extends Method,
  const A extends Audience,
  Params extends Schema = never,
  Query extends Schema = never,
  Body extends Schema = never,
  Reply extends Schema = never,
>(
  definition: Endpoint<M, A, Params, Query, Body, Reply>,
): Endpoint<M, A, Params, Query, Body, Reply> {
  return definition;
}

/** Errors with which the HTTP layer can answer any call, before or after its handler. */
const COMMON_ERRORS = [
  'FOREIGN_ORIGIN',
  'INVALID_REQUEST',
  'KEY_REUSED',
  'MAINTENANCE',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'UNAVAILABLE',
] as const satisfies ErrorCode[];

/**
 * All error codes specific to a call: those that it declares, and those that follow from its audience, input and rate
 * limit.
 */
export function declaredErrors(call: Endpoint): Set<ErrorCode> {
  const { audience, params, query, body, limit, errors } = call;
  const codes = new Set(errors);
  if (params || query || body) codes.add('INVALID_REQUEST');
  if (limit) codes.add('TOO_MANY_REQUESTS');
  if (audience !== 'public') codes.add('SESSION_EXPIRED');
  if (audience !== 'public' && audience !== 'session') codes.add('UNAUTHORIZED');
  return codes;
}

/** Every error code with which a call may answer. The server enforces it, see http/error-handler.ts. */
export const possibleErrors = (call: Endpoint): Set<ErrorCode> =>
  new Set([...declaredErrors(call), ...COMMON_ERRORS]);

type Out<S> = [S] extends [never] ? undefined : S extends Schema ? z.output<S> : undefined;
type In<S> = [S] extends [never] ? undefined : S extends Schema ? z.input<S> : undefined;

/** The input of a handler: parsed, with defaults filled in. */
export type CallOf<E> =
  E extends Endpoint<infer M, infer A, infer P, infer Q, infer B, infer _R>
    ? { method: M; audience: A; params: Out<P>; query: Out<Q>; body: Out<B> }
    : never;

/** The request as the browser sends it, before parsing: defaults may be left out. */
export type RequestOf<E> =
  E extends Endpoint<infer _M, infer _A, infer P, infer Q, infer B, infer _R>
    ? Given<'params', In<P>> & Given<'query', In<Q>> & Given<'body', In<B>>
    : never;

type Given<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? { [key in K]?: T }
    : { [key in K]: T };

export type ReplyOf<E> =
  E extends Endpoint<infer _M, infer _A, infer _P, infer _Q, infer _B, infer R> ? Out<R> : never;
