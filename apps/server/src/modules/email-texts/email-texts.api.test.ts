/** A company's own email texts: used where they are allowed, escaped, and never able to add a header. */
import {
  emailTo,
  startTestServer,
  startTestWorker,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let owner: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});
beforeEach(async () => {
  company = await server.given.company({ name: 'Northgate Bank' });
  ({ token: owner } = await server.given.colleague(company, 'OWNER'));
});

interface Text {
  kind?: string;
  subject?: string | null;
  opening?: string | null;
}
const bodyOf = (text: Text) =>
  ({ kind: 'REQUESTS', subject: null, opening: null, ...text }) as never;
const save = (text: Text, token = owner) =>
  server.call(
    'updateEmailText',
    { params: { companyId: company.id }, body: bodyOf(text) },
    { token },
  );
const preview = async (text: Text) =>
  (
    await server.call(
      'previewEmailText',
      { params: { companyId: company.id }, body: bodyOf(text) },
      { token: owner },
    )
  ).body;

async function requestedEmail(dueDate: string | null) {
  const loan = await server.given.loan(await server.given.phase(company), {
    name: 'Larkspur Bakery',
  });
  const { account } = await server.given.borrower(loan, 'LEAD_BORROWER');
  await server.call(
    'createElements',
    { body: { loanId: loan.id, elements: [{ title: 'Lease', dueDate }] } },
    { token: owner },
  );
  return emailTo(account.emailAddress);
}

test('the borrower gets the company’s subject and opening, as plain text', async () => {
  const opening = 'Dear {firstName},\n\n<b>{documents}</b> for {loan} & more, please.';
  expect((await save({ subject: 'For {loan}: {documents} by {due}', opening })).status).toBe(200);
  const { subject, text, html } = await requestedEmail('2026-12-24');
  expect(subject).toBe('For Larkspur Bakery: 1 document by Dec 24');
  expect(text).toContain('<b>1 document</b> for Larkspur Bakery & more, please.');
  expect(html).toContain('&lt;b&gt;1 document&lt;/b&gt; for Larkspur Bakery &amp; more');
  expect(html).not.toContain('<b>1 document');
});

test('where a placeholder has no value, the product’s own text is sent', async () => {
  await save({ subject: '{documents} by {due}', opening: 'Hello {firstName}.' });
  const { subject, text } = await requestedEmail(null);
  expect(subject).toBe('Northgate Bank needs 1 document');
  expect(text).toContain('Hello ');
});

test('a subject is one line, texts are short, and only known placeholders are taken', async () => {
  const refused = async (text: Text) => {
    const { status, body } = await save(text);
    expect(status).toBe(400);
    return (body as unknown as { fieldErrors: Record<string, string> }).fieldErrors;
  };
  for (const subject of ['A\r\nBcc: all@example.com', 'A\u2028B', 'A\u0007B']) {
    expect(await refused({ subject })).toHaveProperty('subject');
  }
  expect(await refused({ subject: 'x'.repeat(151) })).toHaveProperty('subject');
  expect(await refused({ opening: 'x'.repeat(1001) })).toHaveProperty('opening');
  expect(await refused({ opening: 'Hi {password}' })).toEqual({
    opening: '{password} can’t be used in this email',
  });
  expect(await refused({ subject: '{status}' })).toHaveProperty('subject');
  expect(await refused({ subject: 'Hi {firstName' })).toHaveProperty('subject');
  expect(await refused({ opening: '{__proto__}' })).toHaveProperty('opening');
});

test('a name with braces is not read as a placeholder, and none becomes a link', async () => {
  await save({ opening: 'Hello {firstName}, about {loan}.' });
  const loan = await server.given.loan(await server.given.phase(company), {
    name: 'Visit evil.example now',
  });
  const elena = await server.given.account({ givenName: '{company}' });
  await server.given.role(loan, elena, 'LEAD_BORROWER');
  await server.call(
    'createElements',
    { body: { loanId: loan.id, elements: [{ title: 'Lease' }] } },
    { token: owner },
  );
  const { text } = await emailTo(elena.emailAddress);
  expect(text).toContain('Hello {company}, about your loan.');
  expect(text).not.toContain('evil.example');
});

test('the preview is the email with made-up names; reset takes the default, and both are on record', async () => {
  const byDefault = await preview({});
  expect(byDefault).toMatchObject({
    from: 'Northgate Bank',
    subject: expect.stringContaining('Northgate Bank needs 2 documents by'),
    button: 'Send documents',
  });
  expect((await preview({ opening: 'One.\nTwo, {firstName}.' })).opening).toEqual([
    'One.',
    'Two, Elena.',
  ]);
  for (const kind of ['INVITATION', 'REMINDERS', 'REJECTED', 'APPROVED', 'STATUS', 'SUMMARY']) {
    const previewed = await preview({ kind, subject: 'For {firstName}', opening: 'At {company}.' });
    expect([kind, previewed.subject, previewed.opening[0]]).toEqual([
      kind,
      'For Elena',
      'At Northgate Bank.',
    ]);
  }

  await save({ subject: 'Own', opening: 'Own' });
  const { body } = await save({});
  expect(body.texts.every(({ subject, opening }) => subject === null && opening === null)).toBe(
    true,
  );
  const { rows } = await server.owner.query<{ kind: string }>(
    `select kind from cairn.audit_entry where company_id = $1 and kind like 'emailText.%' order by position`,
    [company.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['emailText.changed', 'emailText.reset']);
  const { token: colleague } = await server.given.colleague(company);
  expect((await save({ subject: 'Mine' }, colleague)).status).toBe(403);
});
