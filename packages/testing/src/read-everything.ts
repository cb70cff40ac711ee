/** Makes every GET of the contract, to check what no reply contains. */
import { contract, type CallName, type Endpoint } from '@cairn/contract';
import type { Caller, TestServer } from './server.ts';

export interface Read {
  name: CallName;
  status: number;
  text: string;
}

interface Places {
  /** The first id in a path that has several. */
  loanId: string;
  /** Each id is tried for every parameter; those that do not fit answer 404. */
  ids: readonly string[];
  /** Query parameters to try, because unknown ones are refused. */
  queries: readonly Record<string, string>[];
}

/** Yields the replies of all GETs except the event stream, which does not end. */
export async function* readEverything(
  server: Pick<TestServer, 'call'>,
  as: Caller,
  { loanId, ids, queries }: Places,
): AsyncGenerator<Read> {
  for (const [key, endpoint] of Object.entries<Endpoint>(contract)) {
    const name = key as CallName;
    if (endpoint.method !== 'GET' || name === 'streamEvents') continue;
    const params = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
    for (const id of params.length === 0 ? [loanId] : ids) {
      const filled = Object.fromEntries(
        params.map((param, at) => [param, at === 0 && params.length > 1 ? loanId : id]),
      );
      for (const query of queries) {
        const { status, text } = await server.call(name, { params: filled, query }, as);
        yield { name, status, text };
      }
    }
  }
}
