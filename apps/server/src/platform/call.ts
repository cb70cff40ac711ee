import type { Readable } from 'node:stream';
import type { CallOf, Endpoint, ReplyOf } from '@cairn/contract';
import type { Actor } from './actor.ts';
import type { Reads, Tx } from './db/db.ts';

/** The HTTP side of a call, for the few that need it. */
export interface Exchange {
  readonly sessionToken: string | undefined;
  startSession(token: string): void;
  endSession(): void;
  /** What this browser was given when it last asked for a code, if it ever did. */
  readonly browserToken: string | undefined;
  /** The same, given now to a browser that has none. */
  markBrowser(): string;
  redirect(path: string): undefined;
  sendFile(content: Readable, name: string, size: number): undefined;
}

type ActorFor<A> = A extends 'public' ? null : Actor;

/** What a handler gets: parsed input, who is calling, and the database as that caller sees it. */
export type Call<E> = Omit<CallOf<E>, 'method' | 'audience'> & {
  readonly actor: ActorFor<CallOf<E>['audience']>;
  readonly reads: Reads;
  readonly exchange: Exchange;
} & (CallOf<E>['method'] extends 'GET'
    ? unknown
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
