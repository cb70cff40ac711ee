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
  /** Where the call comes from, as the trusted proxies say. */
  readonly networkAddress: string;
  /** For what is no refusal, or more than its code says; account, address and call are filled in. */
  securityEvent(event: SecurityEvent, facts?: SecurityFacts): void;
  startSession(token: string, deviceToken: string): void;
  /** From now on this browser is known, without being logged in. */
  rememberDevice(deviceToken: string): void;
  endSession(): void;
  /** What this browser was given when it last asked for a code, if it ever did; never one that we did not make. */
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
  /** Without a size the content is sent in chunks, as it comes. */
  sendFile(content: Readable, name: string, size?: number): undefined;
  /** What the Range header asks for. Undefined: all of it. Refuses a range outside of the file. */
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
  /** Only for what we made ourselves: shown in the browser's own viewer. */
  readonly inline?: 'application/pdf';
}

/** What was read, and what the audit log says of it; nothing where nothing was handed out. */
export interface Traced<T> {
  readonly found: T;
  readonly event?: DomainEvent;
  /** Where several loans have it on record. */
  readonly events?: readonly DomainEvent[];
}

type ActorFor<A> = A extends 'public' ? null : Actor;

/** What a handler gets: parsed input, who is calling, and the database as that caller sees it. */
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

/** What a module offers to HTTP: some of the contract's calls, and what answers each. */
export interface Routes<C extends Record<string, Endpoint> = Record<string, Endpoint>> {
  readonly endpoints: C;
  readonly handlers: Handlers<C>;
}
export const routes = <C extends Record<string, Endpoint>>(
  endpoints: C,
  handlers: Handlers<C>,
): Routes<C> => ({ endpoints, handlers });
