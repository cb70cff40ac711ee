/** Notifications with a malicious sender or a former reader. */
import { randomUUID } from 'node:crypto';
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Email, Mailer } from '../../platform/email/mailer.ts';
import type { NotifyOrder } from '../../platform/notified-events.ts';
import { OutboundLimits } from '../../platform/outbound-limits.ts';
import { SmsClient } from '../../platform/sms.ts';
import { notificationActivities } from './activities.ts';

let server: TestServer;
let company: Company;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company({ name: 'Northgate Bank' });
});
afterAll(() => server.stop());

interface Session {
  account: Account;
  token: string;
}

async function house() {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana, 'LENDER');
  const elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, elena, 'LEAD_BORROWER');
  return {
    loan,
    dana: { account: dana, token: await given.session(dana, { roleLevel: 'LENDER', company }) },
    elena: { account: elena, token: await given.session(elena, { roleLevel: 'BORROWER' }) },
  };
}

/** The activities of a worker, with emails collected instead of sent. */
function workerOf(emails: Email[], eventId = randomUUID()) {
  const log = pino({ level: 'silent' });
  const { db, config } = server;
  return notificationActivities(
    {
      db,
      config: { ...config, messageDigestSeconds: 0 },
      mailer: { send: async (email: Email) => void emails.push(email) } as unknown as Mailer,
      texts: new SmsClient(config.text),
      outbound: new OutboundLimits({ db, log, secretKey: config.secretKey, factor: 1 }),
      log,
    },
    () => eventId,
  );
}

type Happened = Pick<NotifyOrder, 'kind' | 'detail'> & { by: Account | null };

/** Creates the notifications and sends all of their emails. */
async function notify(loan: Loan, { kind, detail, by }: Happened): Promise<Email[]> {
  const emails: Email[] = [];
  const worker = workerOf(emails);
  const deliveries = await worker.createNotifications({
    kind,
    companyId: company.id,
    loanId: loan.id,
    actorId: by?.id ?? null,
    at: new Date().toISOString(),
    detail,
  });
  for (const delivery of deliveries) await worker.deliverNotifications(company.id, delivery);
  return emails;
}

const bellOf = async (as: Session) =>
  (await server.call('listNotifications', {}, as)).body.notifications;
const wordsOf = (emails: readonly Email[]) =>
  emails.map(({ from, subject, text, html }) => [from, subject, text, html].join('\n')).join('\n');

const LINK = 'evil.example/login';

describe('words of a borrower are no link in an email of the lender', () => {
  test('as the name of a business', async () => {
    const { loan, elena, dana } = await house();
    const { given } = server;
    const entity = await given.entity(loan, { name: `Log in at ${LINK}` });
    const element = await given.element(loan, { title: 'Tax return', about: entity });
    const other = await given.borrower(loan);
    const emails = await notify(loan, {
      kind: 'element.requested',
      detail: { elementIds: [element.id] },
      by: dana.account,
    });
    expect(emails.map(({ to }) => to)).toContain(other.account.emailAddress);
    expect(wordsOf(emails)).toContain('Tax return');
    expect(wordsOf(emails)).not.toContain(LINK);
    const document = await given.document(loan, elena.account);
    await server.call(
      'answerElement',
      { body: { elementId: element.id, loanId: loan.id, documentId: document.id } },
      elena,
    );
    const uploaded = await notify(loan, {
      kind: 'element.answered',
      detail: { elementIds: [element.id] },
      by: elena.account,
    });
    expect(uploaded.map(({ to }) => to)).toEqual([dana.account.emailAddress]);
    expect(wordsOf(uploaded)).not.toContain(LINK);
  });

  test('as a name in the title that a rule gave a request', async () => {
    const { loan, dana } = await house();
    const { given, owner } = server;
    const element = await given.element(loan, { title: `Tax return of ${LINK}` });
    const plain = await given.element(loan, { title: 'SAM.gov registration of Larkspur' });
    await owner.query(`update cairn.element set rule = '{}' where id = any ($1)`, [
      [element.id, plain.id],
    ]);
    const emails = await notify(loan, {
      kind: 'element.requested',
      detail: { elementIds: [element.id, plain.id] },
      by: dana.account,
    });
    expect(wordsOf(emails)).toContain('SAM.gov registration of Larkspur');
    expect(wordsOf(emails)).not.toContain(LINK);
  });

  test('as the name of a file', async () => {
    const { loan, elena, dana } = await house();
    const { given } = server;
    const item = await given.shoeboxItem(loan, elena.account, { title: `Log in at ${LINK}.pdf` });
    const uploaded = await notify(loan, {
      kind: 'shoebox.added',
      detail: { itemIds: [item.id] },
      by: elena.account,
    });
    expect(uploaded.map(({ to }) => to)).toEqual([dana.account.emailAddress]);
    expect(wordsOf(uploaded)).not.toContain(LINK);
  });
});

test('borrowers are notified by the title that they see, the lender by its own', async () => {
  const { loan, elena, dana } = await house();
  const { given } = server;
  const element = await given.element(loan, {
    title: 'PG liquidity check',
    borrowerTitle: 'Bank statements',
  });
  const emails = await notify(loan, {
    kind: 'element.requested',
    detail: { elementIds: [element.id] },
    by: dana.account,
  });
  expect((await bellOf(elena)).map(({ titles }) => titles)).toEqual([['Bank statements']]);
  expect(wordsOf(emails)).toContain('Bank statements');
  expect(wordsOf(emails)).not.toContain('PG liquidity check');
  const document = await given.document(loan, elena.account);
  await server.call(
    'answerElement',
    { body: { elementId: element.id, loanId: loan.id, documentId: document.id } },
    elena,
  );
  const uploaded = await notify(loan, {
    kind: 'element.answered',
    detail: { elementIds: [element.id] },
    by: elena.account,
  });
  expect(wordsOf(uploaded)).toContain('PG liquidity check');
  expect((await bellOf(dana)).map(({ titles }) => titles)).toEqual([['PG liquidity check']]);
});

test('a borrower does not learn the name of an employee who is not on their loan', async () => {
  const { loan, elena } = await house();
  const { given } = server;
  const quinn = await given.employee(company, { givenName: 'Quinn', level: 'OWNER' });
  const asQuinn = { token: await given.session(quinn, { roleLevel: 'LENDER', company }) };
  const document = await given.document(loan, elena.account);
  const element = await given.element(loan, {
    title: 'Lease',
    answer: { documentId: document.id, by: elena.account },
  });
  const rejected = await server.call(
    'updateElement',
    {
      body: {
        id: element.id,
        loanId: loan.id,
        rejectedByUserId: quinn.id,
        rejectionReason: 'Page 9 is missing.',
      },
    },
    asQuinn,
  );
  expect(rejected.status).toBe(200);
  const emails = await notify(loan, {
    kind: 'element.rejected',
    detail: { elementIds: [element.id] },
    by: quinn,
  });
  expect(await bellOf(elena)).toMatchObject([{ kind: 'REJECTED', createdByUser: null }]);
  expect(wordsOf(emails)).toContain('Page 9 is missing.');
  expect(wordsOf(emails)).not.toContain('Quinn');
});

test('one request that is answered again and again is one document for the lender', async () => {
  const { loan, elena, dana } = await house();
  const element = await server.given.element(loan, { title: 'Lease' });
  const body = { elementId: element.id, loanId: loan.id };
  const events = [];
  for (let time = 0; time < 4; time += 1) {
    await server.call(
      'answerElement',
      { body: { ...body, doesNotApply: { code: 'OWN_NOT_RENT' } } },
      elena,
    );
    const emails: Email[] = [];
    const worker = workerOf(emails);
    const [delivery] = await worker.createNotifications({
      kind: 'element.answered',
      companyId: company.id,
      loanId: loan.id,
      actorId: elena.account.id,
      at: new Date().toISOString(),
      detail: { elementIds: [element.id] },
    });
    events.push({ worker, delivery, emails });
    await server.call('removeAnswer', { body }, elena);
  }
  await server.call(
    'answerElement',
    { body: { ...body, doesNotApply: { code: 'OWN_NOT_RENT' } } },
    elena,
  );
  expect(await bellOf(dana)).toMatchObject([{ kind: 'UPLOADED', count: 1, titles: ['Lease'] }]);
  for (const { worker, delivery } of events) {
    if (delivery) await worker.deliverNotifications(company.id, delivery);
  }
  const subjects = events.flatMap(({ emails }) => emails.map(({ subject }) => subject));
  expect(subjects).toEqual([expect.stringContaining('Elena Marsh sent 1 document')]);
});
