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
   * Logs a security event that is not a refusal, or says more than the refusal's code. Account, address and call are
   * added.
   */
  securityEvent(event: SecurityEvent, facts?: SecurityFacts): void;
  startSession(token: string, deviceToken: string): void;
  /** Makes this browser a known device of the account, without logging it in. */
  rememberDevice(deviceToken: string): void;
  endSession(): void;
  /** The token that this browser got with its last code; undefined without one, or if its signature is not ours. */
  readonly browserToken: string | undefined;
  /** The same, given now to a browser that has none. */
  markBrowser(): string;
  /** The cookie that upload sessions without an account are bound to, if this browser has one. */
  readonly guestToken: string | undefined;
  rememberGuest(guestToken: string): void;
  /** The first word of the host name, where this was asked on a company's own. */
  readonly subdomain: string | undefined;
  redirect(path: string): undefined;
  /** The router carries the request on to another cell, whose answer replaces this one. */
  continueElsewhere(elsewhere: Elsewhere): void;
  /** Bytes of a type that we checked ourselves, good for as long as their address. */
  sendPicture(content: Buffer, type: string): undefined;
  /** Sends a file as a download; without a size, in chunks as they come. */
  sendFile(content: Readable, name: string, size?: number): undefined;
  /** The range of the Range header; undefined for the whole file. Refuses a range outside of the file. */
  requestedRange(size: number, tag: string): ByteRange | undefined;
  /** A stored file or a range of it: an attachment that no page can show or run. */
  sendStored(content: Readable, file: SentFile): undefined;
  /** Shown inline: only for pictures whose bytes were checked. */
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

/** The content that was read, with its audit event; no event if no content was handed out. */
export interface Traced<T> {
  readonly found: T;
  readonly event?: DomainEvent;
  /** One event for each loan, if the content is of several. */
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
        /** Reads and their audit entry, in one transaction that can write nothing else. */
        traced<T>(read: (reads: Queries) => Promise<Traced<T>>): Promise<T>;
      }
    : {
        /** One transaction, with its audit entry, its events and the reply kept for a repetition. */
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
