/** A clean file without readable content: its sender and the lender are notified until it is replaced. */
import { randomUUID } from 'node:crypto';
import { CONTENT_PROBLEM_TEXTS, type UnreadableState } from '@cairn/contract/file-terms';
import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Email, Mailer } from '../../platform/email/mailer.ts';
import { OutboundLimits } from '../../platform/outbound-limits.ts';
import { SmsClient } from '../../platform/sms.ts';
import { notificationActivities } from './activities.ts';

let server: TestServer;
let loan: Loan;
let dana: { account: Account; token: string };
let elena: { account: Account; token: string };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { given } = server;
  const company = await given.company({ name: 'Northgate Bank' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  dana = await given.colleague(company);
  await given.role(loan, dana.account, 'LENDER');
  elena = await given.borrower(loan, 'LEAD_BORROWER');
});

const bellOf = async ({ token }: { token: string }) =>
  (await server.call('listNotifications', {}, { token })).body.notifications;

/** Elena sent a lease in which the pipeline found nothing. */
async function unreadable(contentState: UnreadableState) {
  const { given, owner, db, config } = server;
  const document = await given.document(loan, elena.account, { name: 'lease.pdf' });
  await owner.query('update cairn.document set content_state = $2 where id = $1', [
    document.id,
    contentState,
  ]);
  const element = await given.element(loan, {
    title: 'Lease',
    answer: { documentId: document.id, by: elena.account },
  });
  const emails: Email[] = [];
  const eventId = randomUUID();
  const log = pino({ level: 'silent' });
  const work = notificationActivities(
    {
      db,
      config,
      mailer: { send: async (email: Email) => void emails.push(email) } as unknown as Mailer,
      texts: new SmsClient(config.text),
      outbound: new OutboundLimits({ db, log, secretKey: config.secretKey, factor: 1 }),
      log,
    },
    () => eventId,
  );
  const create = () =>
    work.createNotifications({
      kind: 'document.processed',
      companyId: loan.companyId,
      loanId: loan.id,
      actorId: null,
      at: new Date().toISOString(),
      detail: { documentId: document.id, state: contentState },
    });
  const deliver = async (deliveries: Awaited<ReturnType<typeof create>>) => {
    for (const delivery of deliveries) await work.deliverNotifications(loan.companyId, delivery);
    return emails;
  };
  return { element, create, deliver };
}

test('the uploader and the lender are told by bell and email, with what to do', async () => {
  const { element, create, deliver } = await unreadable('EMPTY');
  const emails = await deliver(await create());
  for (const person of [elena, dana]) {
    expect(await bellOf(person)).toMatchObject([
      { kind: 'FILE_UNREADABLE', contentState: 'EMPTY', scanReason: null, titles: ['Lease'] },
    ]);
  }
  const emailOf = ({ account }: { account: Account }) =>
    emails.find(({ to }) => to.includes(account.emailAddress))!;
  expect(emailOf(elena).subject).toBe('Lease needs attention');
  expect(emailOf(elena).text).toContain(`Lease: ${CONTENT_PROBLEM_TEXTS.EMPTY}`);
  expect(emailOf(elena).text).toContain(`?view=package&item=${element.id}`);
  expect(emailOf(dana).text).toContain('Lease, Empty file');
});

test('a repeated step tells no one twice', async () => {
  const { create } = await unreadable('DAMAGED');
  expect(await create()).toEqual(await create());
  expect(await bellOf(elena)).toMatchObject([{ kind: 'FILE_UNREADABLE', count: 1 }]);
});

test('each is told by the channels that they want', async () => {
  const off = { bellReviews: false, sendEmailReviews: false };
  await server.call('updateUserSettings', { body: off }, elena);
  const { create } = await unreadable('DAMAGED');
  expect((await create()).map(({ accountId }) => accountId)).toEqual([dana.account.id]);
  expect(await bellOf(elena)).toEqual([]);
});

test('no email leaves once another file has come', async () => {
  const { element, create, deliver } = await unreadable('PASSWORD');
  const deliveries = await create();
  const { id: documentId } = await server.given.document(loan, elena.account);
  const body = { elementId: element.id, loanId: loan.id, documentId };
  expect((await server.call('answerElement', { body }, elena)).status).toBe(200);
  expect(await deliver(deliveries)).toEqual([]);
});

test('a file that the lender approved before is no news', async () => {
  const { element, create } = await unreadable('EMPTY');
  const { id } = element;
  const approved = await server.call(
    'updateElement',
    { params: { id }, body: { id, loanId: loan.id, approved: true } },
    dana,
  );
  expect(approved.status).toBe(200);
  expect(await create()).toEqual([]);
});
