import type { Readable } from 'node:stream';
import type { CallOf, Endpoint, ReplyOf } from '@cairn/contract';
import type { Actor } from './actor.ts';
import type { Elsewhere } from './cells/cells.ts';
import type { Queries, Reads, Tx } from './db/db.ts';
import type { DomainEvent } from './record-event.ts';
import type { SecurityEvent, SecurityFacts } from './security-events.ts';

/** The HTTP side of a call, for the few that need it. */
export interface HttpContext {
  readonly sessionToken: string | undefined;
  /** The token that this browser got at an earlier log-in, if any. */
  readonly deviceToken: string | undefined;
  /** "Firefox on Windows". */
  readonly browserName: string;
  /** The caller's network address, as reported by trusted proxies. */
  readonly networkAddress: string;
  /**
   * Logs a security event that is not a refusal, or that says more than the refusal's code. Account, address and call
   * are added.
   */
  securityEvent(event: SecurityEvent, facts?: SecurityFacts): void;
  startSession(token: string, deviceToken: string): void;
  /** Makes this browser a known device of the account, without logging it in. */
  rememberDevice(deviceToken: string): void;
  endSession(): void;
  /** The token set with this browser's last code; undefined if there is none or its signature is not ours. */
  readonly browserToken: string | undefined;
  /** Returns the browser's token; sets a new one in a browser that has none. */
  markBrowser(): string;
  /** The cookie that upload sessions without an account are bound to, if this browser has one. */
  readonly guestToken: string | undefined;
  rememberGuest(guestToken: string): void;
  /** The first label of the host name, if the request came to a company's own subdomain. */
  readonly subdomain: string | undefined;
  redirect(path: string): undefined;
  /** The router forwards the request to another cell, whose reply replaces this one. */
  continueElsewhere(elsewhere: Elsewhere): void;
  /** Sends a picture whose type we checked ourselves; cacheable for as long as its address is valid. */
  sendPicture(content: Buffer, type: string): undefined;
  /** Sends a file as a download; without a size, in chunks as they arrive. */
  sendFile(content: Readable, name: string, size?: number): undefined;
  /** The range of the Range header; undefined for the whole file. Throws for a range outside of the file. */
  requestedRange(size: number, tag: string): ByteRange | undefined;
  /** Sends a stored file or a range of it as an attachment that no page can show or run. */
  sendStored(content: Readable, file: SentFile): undefined;
  /** Sends a picture to be shown inline. Only for pictures whose bytes were checked. */
  sendImage(content: Buffer, contentType: string, caching: ImageCaching): undefined;
}

/** From `from` up to, not with, `to`. */
/** `lasting`: never another picture at this address. `asked`: kept, and asked for each time. `never`: of one reader. */
export type ImageCaching = 'lasting' | 'asked' | 'never';

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface SentFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly range: ByteRange | undefined;
  /** Shows the file in the browser's own viewer. Only for files that the server made itself. */
  readonly inline?: 'application/pdf';
}

/** The content that was read, with its audit event; no event if no content was returned. */
export interface Traced<T> {
  readonly content: T;
  readonly event?: DomainEvent;
  /** One event for each loan, if the content belongs to several. */
  readonly events?: readonly DomainEvent[];
}

type ActorFor<A> = A extends 'public' ? null : Actor;

/** The argument of a handler: parsed input, the caller, and the database as that caller sees it. */
export type Call<E> = Omit<CallOf<E>, 'method' | 'audience'> & {
  readonly actor: ActorFor<CallOf<E>['audience']>;
  readonly reads: Reads;
  readonly http: HttpContext;
} & (CallOf<E>['method'] extends 'GET'
    ? {
        /** Runs reads and writes their audit entry in one transaction that can write nothing else. */
        traced<T>(read: (reads: Queries) => Promise<Traced<T>>): Promise<T>;
      }
    : {
        /**
         * Runs one transaction with its audit entries and events, and stores the reply for a retry with the same key.
         */
        write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
      });

export type Handler<E> = (call: Call<E>) => Promise<ReplyOf<E>>;
export type Handlers<C> = { [Name in keyof C]: Handler<C[Name]> };

/** The routes of a module: some of the contract's calls, each with its handler. */
export interface Routes<C extends Record<string, Endpoint> = Record<string, Endpoint>> {
  readonly endpoints: C;
  readonly handlers: Handlers<C>;
}
export const routes = <C extends Record<string, Endpoint>>(
  endpoints: C,
  handlers: Handlers<C>,
): Routes<C> => ({ endpoints, handlers });
