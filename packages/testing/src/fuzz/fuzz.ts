/**
 * Calls every endpoint of the contract with values that its schema allows: each request is the one that the
 * authorization matrix builds, with some values replaced. No call may answer with a status of 500 or above, or hang.
 */
import { contract, type CallName, type Endpoint, type RoleLevel } from '@cairn/contract';
import fc from 'fast-check';
import type { Company } from '../factories/test-data.ts';
import { Random } from '../random.ts';
import { aimerAt } from '../matrix/aim-at.ts';
import { AIMS, type Aimable, type Aimed } from '../matrix/requests.ts';
import { MISSING } from '../matrix/targets.ts';
import { CALLERS, makeWorld, type Caller, type Scope, type World } from '../matrix/world.ts';
import type { TestServer } from '../server.ts';
import { Values } from './values.ts';

export interface Broken {
  call: string;
  caller: Caller;
  what: string;
  request: string;
}
export interface Fuzzed {
  requests: number;
  statuses: Record<number, number>;
  slowestMs: number;
  broken: Broken[];
}
interface Options {
  seed: number;
  /** Number of requests for each call. */
  each: number;
  hangMs: number;
  /** Defaults to all calls of the contract. */
  calls?: readonly Aimable[];
}

/** These calls come last, because all other calls are refused during a maintenance window. */
const LAST = ['setMaintenance', 'clearMaintenance'];
/** Callers that each call is made as: some with nearly all rights, some with fewer. */
const STRONG: readonly Caller[] = ['LO', 'ADM'];
const AT_ONCE = 6;

export function fuzzable(): Aimable[] {
  const all = (Object.keys(contract) as CallName[]).filter((name) => name !== 'streamEvents');
  return [...all.filter((name) => !LAST.includes(name)), ...(LAST as Aimable[])];
}

type Aim = () => Aimed;
/** Expected failures: test documents have no bytes in object storage. */
const WITHOUT_BYTES: Partial<Record<CallName, RegExp>> = {
  downloadDocument: /^UnknownError|^NoSuchKey|^NotFound/,
};
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;
const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value);

/** The matrix's request with some of its values replaced by generated ones. */
function mixValues(aimed: unknown, generated: unknown, random: Random): unknown {
  if (
    Array.isArray(aimed) &&
    Array.isArray(generated) &&
    generated.length > 0 &&
    random.below(2) === 0
  ) {
    return aimed.map((each, at) => mixValues(each, generated[at % generated.length], random));
  }
  if (!isPlain(aimed) || !isPlain(generated)) {
    // Adds fields that the aim leaves out: ids rarely, other values now and then.
    if (aimed === undefined)
      return random.below(isId(generated) ? 8 : 2) === 0 ? generated : undefined;
    // Ids are rarely replaced, so that most requests get as far as the object they are about.
    return random.below(isId(aimed) ? 12 : 3) === 0 ? generated : aimed;
  }
  const names = new Set([...Object.keys(aimed), ...Object.keys(generated)]);
  const entries = [...names].map((name) => [name, mixValues(aimed[name], generated[name], random)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The role in which each caller was created. */
type Roles = ReadonlyMap<string, { roleLevel: RoleLevel; company?: Company }>;

async function rolesOf({ owner }: TestServer): Promise<Roles> {
  const { rows } = await owner.query<{ id: string; level: RoleLevel; company: string | null }>(
    'select account_id as id, role_level as level, company_id as company from cairn.session',
  );
  return new Map(
    rows.map(({ id, level, company }) => [
      id,
      { roleLevel: level, ...(company !== null && { company: { id: company, name: '' } }) },
    ]),
  );
}

/** Removes lone surrogates from the URL, which cannot carry them; a body can. */
function sendable({ params, query, body }: Aimed): Aimed {
  const whole = (value: unknown): string => String(value).toWellFormed();
  const eachOf = <Sent>(texts: object, send: (value: unknown) => Sent): Record<string, Sent> =>
    Object.fromEntries(
      Object.entries(texts).map(([name, value]: [string, unknown]) => [name, send(value)]),
    );
  const listOrOne = (value: unknown): string | string[] =>
    Array.isArray(value) ? value.slice(0, 200).map(whole) : whole(value);
  return {
    ...(params && { params: eachOf(params, whole) }),
    ...(query && { query: eachOf(query, listOrOne) }),
    ...(body !== undefined && { body }),
  };
}

/** The reason of a failure, from its log line. */
function reasonIn(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } };
  const at = err?.stack?.split('\n').find((each) => each.includes('/modules/'));
  return [err?.message, at?.trim()].filter(Boolean).join(' ');
}

class Run {
  readonly result: Fuzzed = { requests: 0, statuses: {}, slowestMs: 0, broken: [] };
  private readonly server: TestServer;
  private world: World;
  private readonly options: Options;
  private roles: Roles;
  private readonly ids = new Set<string>([MISSING]);
  private readonly values = new Values(() => [...this.ids].slice(-200));

  constructor(server: TestServer, world: World, roles: Roles, options: Options) {
    this.server = server;
    this.world = world;
    this.roles = roles;
    this.options = options;
  }

  /** Makes a call on one kind of object as several callers, some requests concurrently. */
  async call(name: Aimable, index: number): Promise<void> {
    const { seed, each } = this.options;
    const random = new Random(seed + index * 7919);
    const weak = CALLERS.filter((caller) => !STRONG.includes(caller));
    const callers = [STRONG[index % 2]!, random.one(weak), STRONG[(index + 1) % 2]!];
    for (const [turn, caller] of callers.entries()) {
      const aim = await this.aimerAt(name, this.scopeOf(name, random), caller);
      const token = await this.tokenOf(caller);
      this.learnIds(aim());
      const count = Math.ceil(each / callers.length);
      const requests = this.requests(name, aim, seed + index * 31 + turn, count, random);
      for (let at = 0; at < requests.length; at += AT_ONCE) {
        const some = requests.slice(at, at + AT_ONCE);
        await Promise.all(some.map((request) => this.send(name, caller, request, token)));
      }
    }
    if (LAST.includes(name)) await this.endMaintenance();
  }

  /** Creates a new world if an earlier call removed people that every target needs. */
  private async aimerAt(name: Aimable, scope: Scope, caller: Caller): Promise<Aim> {
    try {
      return await aimerAt(this.world, name, scope, caller);
    } catch {
      this.world = await makeWorld(this.server);
      this.roles = await rolesOf(this.server);
      return aimerAt(this.world, name, scope, caller);
    }
  }

  /** Mostly the caller's own scope, which comes first. */
  private scopeOf(name: Aimable, random: Random): Scope {
    const { scopes } = AIMS[name];
    return random.below(5) === 0 ? random.one(scopes) : scopes[0]!;
  }

  private requests(name: Aimable, aim: Aim, seed: number, count: number, random: Random) {
    const endpoint: Endpoint = contract[name];
    const parts = (['params', 'query', 'body'] as const).filter((part) => endpoint[part]);
    const generated = Object.fromEntries(
      parts.map((part) => [
        part,
        fc.sample(this.values.of(endpoint[part]!), { seed, numRuns: count }),
      ]),
    );
    return Array.from({ length: count }, (_, at): Aimed => {
      const all = random.below(8) === 0;
      const aimed = aim();
      const request = parts.map((part) => {
        const value = generated[part]![at];
        return [part, all ? value : mixValues(aimed[part], value, random)];
      });
      return sendable(Object.fromEntries(request) as Aimed);
    });
  }

  private async send(
    name: Aimable,
    caller: Caller,
    request: Aimed,
    token: string | undefined,
  ): Promise<void> {
    const before = this.server.logged.length;
    const began = performance.now();
    const answer = await this.server
      .send(name, request, token === undefined ? {} : { token })
      .catch((error: unknown) => ({ status: 599, text: String(error), body: undefined }));
    const ms = performance.now() - began;
    const { result } = this;
    result.requests += 1;
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    result.slowestMs = Math.max(result.slowestMs, ms);
    const isMaintenance = (answer.body as { code?: string } | undefined)?.code === 'MAINTENANCE';
    if (answer.status >= 500 && !isMaintenance) {
      const why = this.server.logged.slice(before).find((line) => line.includes('call failed'));
      const reason = reasonIn(why) ?? answer.text;
      if (!WITHOUT_BYTES[name]?.test(reason)) {
        this.note(name, caller, request, `${answer.status}: ${reason}`);
      }
    }
    if (ms > this.options.hangMs) this.note(name, caller, request, `took ${Math.round(ms)} ms`);
  }

  private note(call: string, caller: Caller, request: Aimed, what: string): void {
    const requestText = JSON.stringify(request);
    this.result.broken.push({ call, caller, what, request: requestText.slice(0, 600) });
  }

  /** A new session for each call, because logging out and changing roles are among the calls. */
  private async tokenOf(caller: Caller): Promise<string | undefined> {
    const { account, token } = this.world.callers[caller];
    const role = this.roles.get(account.id);
    return token && role && this.server.given.session(account, role);
  }

  /** Collects ids for other requests, except those of the callers themselves. */
  private learnIds(aimed: Aimed): void {
    const value = new Set(Object.values(this.world.callers).map(({ account }) => account.id));
    const ids = JSON.stringify(aimed).match(new RegExp(ID, 'g')) ?? [];
    for (const id of ids) if (!value.has(id)) this.ids.add(id);
  }

  private async endMaintenance(): Promise<void> {
    await this.server.call('clearMaintenance', {}, { token: (await this.tokenOf('ADM'))! });
  }
}

const ANALYZE_EVERY = 30;

export async function fuzz(server: TestServer, options: Options): Promise<Fuzzed> {
  const world = await makeWorld(server);
  const run = new Run(server, world, await rolesOf(server), options);
  for (const [index, name] of fuzzable().entries()) {
    if (options.calls && !options.calls.includes(name)) continue;
    // Updates statistics, as in a database in use. Autovacuum checks once a minute, or less while it is busy; with
    // the statistics of empty tables a list of 124 requests takes 6 s.
    if (!options.calls && index % ANALYZE_EVERY === 0) await server.owner.query('analyze');
    await run.call(name, index);
  }
  return run.result;
}

/** One line for each kind of failure, for the test's message. */
export function describeBroken({ broken }: Fuzzed): string[] {
  const kinds = new Map<string, Broken>();
  for (const each of broken) {
    const kind = `${each.call} ${each.what.replaceAll(/\d+/g, '#')}`;
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()].map(
    ({ call, caller, what, request }) => `${call} as ${caller}: ${what}\n    ${request}`,
  );
}
