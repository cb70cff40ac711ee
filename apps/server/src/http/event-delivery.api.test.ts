/**
 * Threat row 20: with 200 streams of 20 companies, each stream gets exactly the events that its person may see.
 * 10,000 events; EVENT_DELIVERY_EVENTS=100000 for the full size (drills/README.md).
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  Ear,
  startTestServer,
  until,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';

const EVENTS = Number(process.env['EVENT_DELIVERY_EVENTS'] ?? 10_000);
const COMPANIES = 20;
const WRITERS = 6;
const BATCH = 40;
const TIME_LIMIT_MS = 60_000 + EVENTS * 6;

/** A person with a stream. What they may see follows from how they were created. */
interface Person {
  readonly company: Company;
  readonly accountId: string;
  readonly token: string;
  readonly kind: 'staff' | 'underwriter' | 'borrower';
  readonly loanIds: readonly string[];
  readonly ears: Ear[];
}

interface WrittenEvent {
  readonly id: string;
  readonly company: Company;
  readonly loanId: string | null;
  readonly accountId: string | null;
  readonly staffOnly: boolean;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.stop());

/** Five employees, an underwriter from another company and four borrowers, on three loans. */
async function makePeople(company: Company): Promise<{ people: Person[]; loans: Loan[] }> {
  const { given } = server;
  const phase = await given.phase(company);
  const loans = [await given.loan(phase), await given.loan(phase), await given.loan(phase)];
  const people: Person[] = [];
  for (let index = 0; index < 5; index += 1) {
    const account = await given.employee(company);
    const token = await given.session(account, { roleLevel: 'LENDER', company });
    people.push({ company, accountId: account.id, token, kind: 'staff', loanIds: [], ears: [] });
  }
  for (let index = 0; index < 5; index += 1) {
    const kind = index === 0 ? 'underwriter' : 'borrower';
    const account = await given.account();
    const ownLoans = index === 4 ? [loans[0]!, loans[1]!] : [loans[index % 3]!];
    for (const loan of ownLoans) {
      await given.role(loan, account, kind === 'underwriter' ? 'UNDERWRITER_LENDER' : 'BORROWER');
    }
    const token = await given.session(account, {
      roleLevel: kind === 'underwriter' ? 'LENDER' : 'BORROWER',
    });
    const loanIds = ownLoans.map(({ id }) => id);
    people.push({ company, accountId: account.id, token, kind, loanIds, ears: [] });
  }
  return { people, loans };
}

/** The rule of the feed, implemented independently. */
function shouldHear(person: Person, event: WrittenEvent): boolean {
  if (event.accountId) return event.accountId === person.accountId;
  if (event.company !== person.company) return false;
  if (person.kind === 'staff') return true;
  if (!event.loanId || !person.loanIds.includes(event.loanId)) return false;
  return person.kind === 'underwriter' || !event.staffOnly;
}

/** Several connections whose transactions overlap and commit in any order. */
async function writeEvents(events: readonly WrittenEvent[]): Promise<void> {
  let next = 0;
  const writer = async (): Promise<void> => {
    const client = new pg.Client(server.config.database.app.replace('cairn_app', 'postgres'));
    await client.connect();
    while (next < events.length) {
      const batch = events.slice(next, (next += BATCH));
      await client.query('begin');
      await client.query(
        `insert into cairn.event (company_id, id, at, kind, loan_id, account_id, staff_only, changes)
          select c, i, now(), 'test.delivery', l, a, s, '{loan}'
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[]) e (c, i, l, a, s)`,
        [
          batch.map(({ company }) => company.id),
          batch.map(({ id }) => id),
          batch.map(({ loanId }) => loanId),
          batch.map(({ accountId }) => accountId),
          batch.map(({ staffOnly }) => staffOnly),
        ],
      );
      await wait(Math.random() * 20);
      await client.query('commit');
      await client.query('notify cairn_events');
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

const heardBy = ({ ears }: Person): Set<string> =>
  new Set(ears.flatMap((ear) => ear.changes.map(({ id }) => id)));

/** Waits by number of notices; which ones they are is compared at the end. */
async function allHeard(people: readonly Person[], events: readonly WrittenEvent[]): Promise<void> {
  const expected = people.map(
    (person) => events.filter((event) => shouldHear(person, event)).length,
  );
  await until(async () => {
    await wait(200);
    return people.every((person, index) => heardBy(person).size >= expected[index]!);
  }, TIME_LIMIT_MS);
}

function compare(person: Person, heardIds: ReadonlySet<string>, events: readonly WrittenEvent[]) {
  const expected = new Set(events.filter((event) => shouldHear(person, event)).map(({ id }) => id));
  return {
    missed: [...expected].filter((id) => !heardIds.has(id)).length,
    misdelivered: [...heardIds].filter((id) => !expected.has(id)).length,
  };
}

test(
  `200 streams over 20 companies, ${EVENTS} events: none misdelivered, none missed [row 20]`,
  async () => {
    const all: Person[] = [];
    const loans = new Map<Company, Loan[]>();
    for (let index = 0; index < COMPANIES; index += 1) {
      const company = await server.given.company();
      const created = await makePeople(company);
      all.push(...created.people);
      loans.set(company, created.loans);
    }
    for (const person of all) person.ears.push(await Ear.listen(server, person.token));
    expect(all.filter(({ ears }) => ears[0]!.status === 200)).toHaveLength(200);

    const companies = [...loans.keys()];
    const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
    const make = (): WrittenEvent => {
      const company = pick(companies);
      const isPersonal = Math.random() < 0.1;
      return {
        id: newId(),
        company,
        loanId: Math.random() < 0.8 ? pick(loans.get(company)!).id : null,
        accountId: isPersonal ? pick(all).accountId : null,
        staffOnly: Math.random() < 0.3,
      };
    };
    const events = Array.from({ length: EVENTS }, make);
    const start = Date.now();
    await writeEvents(events);

    // A tenth of the streams breaks, misses some events and resumes.
    const broken = all.filter((_, index) => index % 10 === 3);
    await allHeard(broken, events);
    const positions = broken.map(({ ears }) => {
      ears[0]!.close();
      return ears[0]!.heard.at(-1)!.id;
    });
    const meanwhile = Array.from({ length: 400 }, make);
    events.push(...meanwhile);
    await writeEvents(meanwhile);
    for (const [index, person] of broken.entries()) {
      person.ears.push(await Ear.listen(server, person.token, positions[index]));
    }

    await allHeard(all, events).catch(() => {});
    const seconds = (Date.now() - start) / 1000;
    const comparisons = all.map((person) => compare(person, heardBy(person), events));
    const missed = comparisons.reduce((sum, each) => sum + each.missed, 0);
    const misdelivered = comparisons.reduce((sum, each) => sum + each.misdelivered, 0);
    const delivered = all.reduce((sum, person) => sum + heardBy(person).size, 0);
    console.log(
      `${all.length} streams, ${events.length} events, ${delivered} deliveries in ${seconds.toFixed(1)} s: ` +
        `${missed} missed, ${misdelivered} misdelivered`,
    );
    expect({ missed, misdelivered }).toEqual({ missed: 0, misdelivered: 0 });

    // Control: comparing one company's stream with another's events finds both missing and foreign ones.
    const swapped = compare(all.at(-1)!, heardBy(all[0]!), events);
    expect(swapped.missed).toBeGreaterThan(0);
    expect(swapped.misdelivered).toBeGreaterThan(0);
    for (const { ears } of all) for (const ear of ears) ear.close();
  },
  TIME_LIMIT_MS * 3,
);
