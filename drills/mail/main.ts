/**
 * npm run drill:mail [-- --attempts 10000 --guesses 100000]
 *
 * One attacker with many network addresses tries to flood one person with email and to guess that person's code,
 * against the real application and database in one process, with the limits of production. See drills/README.md.
 */
import { parseArgs } from 'node:util';
import { OUTBOUND_LIMITS } from '@cairn/server/platform/outbound-limits';
import { bombMail, emailsTo, guessCodes, startTestServer, startTestWorker } from '@cairn/testing';
import { environment, up } from '../../tools/services/index.ts';

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '10000' },
    guesses: { type: 'string', default: '100000' },
  },
});

await up('test');
Object.assign(process.env, environment('test'));
const server = await startTestServer({
  config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] },
  logLevel: 'error',
});
const worker = await startTestWorker(server);

async function drained(): Promise<void> {
  for (;;) {
    const { rows } = await server.owner.query(
      `select 1 from cairn.event where workflow is not null and dispatched_at is null limit 1`,
    );
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const victim = await server.given.account();
const started = Date.now();
const bombing = await bombMail(server, victim.emailAddress, Number(values.attempts));
await drained();
const seconds = Math.round((Date.now() - started) / 1000);
const arrived = (await emailsTo(victim.emailAddress)).length;
const { recipient } = OUTBOUND_LIMITS;
const most = recipient.EMAIL.CODE[0]!.most + recipient.EMAIL.NOTIFICATION[0]!.most;
console.log(
  `mail: ${bombing.attempts} attempts from ${bombing.addresses} addresses in ${seconds} s, ` +
    `${bombing.accepted} answered 200, ${bombing.recorded} emails recorded, ${arrived} arrived (limit ${most} an hour)`,
);

const account = await server.given.account();
const startedAt = Date.now();
const guessing = await guessCodes(server, account.emailAddress, Number(values.guesses));
console.log(
  `codes: ${guessing.guesses} guesses from ${guessing.addresses} addresses in ` +
    `${Math.round((Date.now() - startedAt) / 1000)} s, ${guessing.succeeded} right, ` +
    `${guessing.codes} codes could be guessed at, answers ${JSON.stringify(guessing.statuses)}`,
);

await worker.stop();
await server.stop();
process.exitCode = arrived <= most && guessing.succeeded === 0 ? 0 : 1;
