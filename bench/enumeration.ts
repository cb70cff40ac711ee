/**
 * node bench/enumeration.ts [N] [call …]: tests whether response times reveal if an email address has an account. Sends
 * N known and N unknown addresses alternately, each once, to every public call that takes an address.
 *
 * The AUC is the probability that, of one known and one unknown address, the known one has the slower reply, mirrored
 * to values of 0.5 and above: 0.5 means no information, 1 means certainty. With N of 1,000 its error is about 0.013.
 */
import { randomUUID } from 'node:crypto';
import { hashAddress, hashPassword } from '@cairn/server/platform/crypto';
import { PLATFORM_COMPANY } from '@cairn/server/platform/ids';
import { makeTemplate, startTestServer, type Answer, type TestServer } from '@cairn/testing';
import { environment, up } from '../tools/services/index.ts';

const N = Number(process.argv[2] ?? 200);
const names = process.argv.slice(3);
const LIMIT = 0.55;
const PASSWORD = 'three stones and a trail';

const CALLS: Record<string, (server: TestServer, address: string) => Promise<Answer>> = {
  login: (server, username) =>
    server.call('login', { body: { username, password: 'not the password' } }),
  signup: (server, emailAddress) =>
    server.call('signup', {
      body: { emailAddress, password: PASSWORD, givenName: 'Ada', familyName: 'Moss' },
    }),
  forgotPassword: (server, username) => server.call('forgotPassword', { body: { username } }),
  resendConfirmationCode: (server, username) =>
    server.call('resendConfirmationCode', { body: { username, provider: 'EMAIL' } }),
};

const newAddress = (): string => `${randomUUID()}@example.com`;

/** Creates accounts with earlier log-ins, so that their audit entries and failure counters exist already. */
async function makeAccounts(
  { owner, config }: TestServer,
  passwordHash: string,
): Promise<string[]> {
  const addresses = Array.from({ length: N }, newAddress);
  await owner.query(
    `with made as (
       insert into cairn.account (id, email_address, given_name, family_name)
       select gen_random_uuid(), address, 'Ada', 'Moss' from unnest($1::text[]) address returning id),
     chained as (
       insert into cairn.audit_chain (company_id, chain_id, length, head)
       select $3::uuid, id, 0, '\\x' from made)
     insert into cairn.credential (account_id, password_hash) select id, $2 from made`,
    [addresses, passwordHash, PLATFORM_COMPANY],
  );
  await owner.query('insert into cairn.login_attempt (address_hash) select unnest($1::bytea[])', [
    addresses.map((address) => hashAddress(config.secretKey, address)),
  ]);
  return addresses;
}

async function measureMicroseconds(work: () => Promise<Answer>): Promise<number> {
  const start = performance.now();
  const { status } = await work();
  if (status >= 402) throw new Error(`answered ${status}`);
  return performance.now() - start;
}

/** The share of pairs in which the first value is larger; ties count half. */
function auc(first: number[], second: number[]): number {
  const sorted = second.toSorted((a, b) => a - b);
  const below = (value: number, orEqual: boolean): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const wins = first.reduce((sum, each) => sum + (below(each, false) + below(each, true)) / 2, 0);
  return wins / (first.length * second.length);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(server: TestServer, name: string, hash: string): Promise<number> {
  const call = CALLS[name]!;
  for (let warm = 0; warm < 20; warm += 1) await call(server, newAddress());
  const knownTimes: number[] = [];
  const unknown: number[] = [];
  for (const address of await makeAccounts(server, hash)) {
    const askKnown = async () =>
      void knownTimes.push(await measureMicroseconds(() => call(server, address)));
    const askUnknown = async () =>
      void unknown.push(await measureMicroseconds(() => call(server, newAddress())));
    // The order is random, because the second request may benefit from warm caches.
    const order = Math.random() < 0.5 ? [askKnown, askUnknown] : [askUnknown, askKnown];
    for (const ask of order) await ask();
  }
  const area = auc(knownTimes, unknown);
  const folded = Math.max(area, 1 - area);
  console.log(
    `${name}: AUC ${folded.toFixed(3)} (at most ${LIMIT}), median known ${median(knownTimes).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms`,
  );
  return folded;
}

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer();
try {
  console.log(`${N} known and ${N} unknown addresses, in turn, each once`);
  const hash = await hashPassword(PASSWORD);
  for (const name of names.length > 0 ? names : Object.keys(CALLS)) {
    if ((await measure(server, name, hash)) > LIMIT) process.exitCode = 1;
  }
} finally {
  await server.stop();
}
