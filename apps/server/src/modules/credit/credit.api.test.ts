/** Credit checks from consent to report, against fakes that implement the protocols of CLEAR and TransUnion. */
import {
  creditEnvironment,
  emailsTo,
  everythingStored,
  OUTCOMES,
  OWN,
  scoreOf,
  startApplying,
  startCreditBureaus,
  startTestWorker,
  until,
  type Applicant,
  type Applying,
} from '@cairn/testing';
import { CREDIT_CONSENT_VERSION, type CreditService, type CreditSubject } from '@cairn/contract';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CompanyKeys } from '../../platform/company-keys.ts';
import { creditActivities } from './index.ts';

let bureaus: Awaited<ReturnType<typeof startCreditBureaus>>;
let lender: Applying;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  bureaus = await startCreditBureaus();
  Object.assign(process.env, creditEnvironment(bureaus.port));
  lender = await startApplying();
  worker = await startTestWorker(lender.server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await lender.server.stop();
  await bureaus.stop();
});

const consent = ({ account, as }: Applicant) =>
  lender.server.call(
    'giveCreditConsent',
    {
      params: { userId: account.id },
      body: { consent: true, version: CREDIT_CONSENT_VERSION },
    },
    as,
  );

const ssnEnding = (digits: string): string => `521-44-${digits}`;

/** Creates and submits an application of one person and their business. */
async function applied({
  digits = '0150',
  consents = true,
  name = 'Elena',
  by = undefined as Applicant | undefined,
} = {}) {
  const applicant = by ?? (await lender.applicant({ givenName: name, familyName: 'Marsh' }));
  const { body } = await lender.apply(lender.template.id, applicant.as);
  await lender.fillIn(body.id, applicant.as, { ...OWN, ssn: ssnEnding(digits) });
  await lender.sayOwners(body.id, applicant.as);
  await lender.submitOwnInfo(body.id, applicant.as);
  if (consents) await consent(applicant);
  const submitted = await lender.submit(body.id, applicant.as);
  if (submitted.status !== 200) throw new Error(submitted.text);
  return { loanId: body.id, applicant };
}

const listChecks = async (loanId: string) =>
  (await lender.server.call('listCreditChecks', { params: { loanId } }, lender.as)).body;
const subjectOf = async (loanId: string, kind: CreditSubject['kind'] = 'INDIVIDUAL') =>
  (await listChecks(loanId)).subjects.find((subject) => subject.kind === kind)!;
const checkOf = (subject: CreditSubject, service: CreditService) =>
  subject.checks.find((check) => check.service === service)!;
const finished = (loanId: string, service: CreditService, kind?: CreditSubject['kind']) =>
  until(async () => {
    const subject = await subjectOf(loanId, kind);
    const check = checkOf(subject, service);
    return ['DONE', 'FAILED'].includes(check.state) && { subject, check };
  });

describe('TransUnion', () => {
  test('runs by itself once a person who consented submits the application, and rates the person [R185]', async () => {
    const { loanId } = await applied({ digits: '0150' });
    const { subject, check } = await finished(loanId, 'TRANSUNION');
    expect(check).toMatchObject({ state: 'DONE', scheduledBy: null, failure: null });
    expect(subject).toMatchObject({ creditTier: 'GOOD', consentDate: expect.any(String) });
    const report = await lender.server.call(
      'getCreditReport',
      { params: { id: check.reports[0]!.id } },
      lender.as,
    );
    expect(report.body).toMatchObject({
      service: 'TRANSUNION',
      name: 'Elena Marsh',
      score: scoreOf('0150'),
      creditTier: 'GOOD',
      scoreModel: '00V60',
      factors: ['09', '07'],
      summary: { trades: 2, balance: 16_305, pastDue: 0, inquiries: 3 },
    });
    expect(report.body.trades[1]).toEqual({
      creditor: 'HARBOR CARD SERVICES',
      kind: 'revolving',
      opened: '2019-02-23',
      closed: null,
      balance: 290,
      limit: 7000,
      pastDue: 0,
    });
  });

  test('runs by itself once in 30 days for a person, however many applications they submit', async () => {
    const { loanId, applicant } = await applied();
    await finished(loanId, 'TRANSUNION');
    const { loanId: secondId } = await applied({ by: applicant });
    const { checks } = await subjectOf(secondId);
    expect(checks.find(({ service }) => service === 'TRANSUNION')).toMatchObject({
      state: 'NOT_SCHEDULED',
      next: 'SCHEDULE',
    });
    await lender.server.owner.query(
      `update cairn.credit_run set scheduled_at = now() - interval '31 days' where loan_id = $1`,
      [loanId],
    );
    const { loanId: thirdId } = await applied({ by: applicant });
    expect((await finished(thirdId, 'TRANSUNION')).check.state).toBe('DONE');
  });

  test('waits for the consent of a person who submitted without it [R325]', async () => {
    const { loanId, applicant } = await applied({ consents: false });
    const before = await subjectOf(loanId);
    expect(before.consentDate).toBeNull();
    expect(checkOf(before, 'TRANSUNION')).toMatchObject({ state: 'NOT_SCHEDULED', next: null });
    await consent(applicant);
    expect((await finished(loanId, 'TRANSUNION')).check.state).toBe('DONE');
    const { rows } = await lender.server.owner.query<object>(
      `select r.consent_version, r.consent_at = date_trunc('milliseconds', c.given_at) as "sameTime", c.network_address
       from cairn.credit_run r join cairn.credit_consent c on c.account_id = r.consent_account_id
       where r.loan_id = $1`,
      [loanId],
    );
    expect(rows).toEqual([
      {
        consent_version: CREDIT_CONSENT_VERSION,
        sameTime: true,
        network_address: expect.any(String),
      },
    ]);
  });

  test('has only the call that runs it again [R324]', async () => {
    const { loanId } = await applied({ digits: OUTCOMES.noFile });
    const failed = await finished(loanId, 'TRANSUNION');
    expect(failed.check).toMatchObject({
      state: 'FAILED',
      failure: 'NO_MATCH',
      next: 'RESCHEDULE',
    });
    const params = { a: loanId, b: failed.subject.loanEntityId };
    const again = await lender.server.call('reescheduleTransUnion', { params }, lender.as);
    expect(again.status, again.text).toBe(200);
    expect(checkOf(again.body, 'TRANSUNION').state).toBe('SCHEDULED');
  });
});

describe('a run', () => {
  test('that finds the service down is tried again under the same key, and gives one report', async () => {
    const { loanId } = await applied({ digits: OUTCOMES.recovers });
    const { check } = await finished(loanId, 'TRANSUNION');
    expect(check).toMatchObject({ state: 'DONE', reports: [{ id: expect.any(String) }] });
    const keys = bureaus.seen
      .filter(({ body }) => body.includes(`52144${OUTCOMES.recovers}`))
      .map(({ key }) => key);
    expect(keys).toEqual([check.reports[0]!.id, check.reports[0]!.id, check.reports[0]!.id]);
  });

  test('that never gets an answer fails, and its steps can be repeated', async () => {
    const { server, company } = lender;
    const { loanId } = await applied({ digits: OUTCOMES.unavailable });
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.credit_run where loan_id = $1',
      [loanId],
    );
    const steps = creditActivities({
      db: server.db,
      keys: new CompanyKeys(server.config.secretKey),
      config: server.config.credit,
      log: pino({ level: 'silent' }),
    });
    const ref = { companyId: company.id, runId: rows[0]!.id };
    await expect(steps.requestReport(ref)).rejects.toThrow('the credit service is unavailable');
    await steps.giveUpRun(ref);
    await steps.giveUpRun(ref);
    await steps.requestReport(ref);
    const check = checkOf(await subjectOf(loanId), 'TRANSUNION');
    expect(check).toMatchObject({ state: 'FAILED', failure: 'UNAVAILABLE', reports: [] });
  });

  test.each([
    [OUTCOMES.frozen, 'FILE_FROZEN'],
    [OUTCOMES.refused, 'REFUSED'],
    [OUTCOMES.unreadable, 'UNREADABLE'],
  ])('about a number that ends in %s fails as %s, at once', async (digits, failure) => {
    const { loanId } = await applied({ digits });
    expect((await finished(loanId, 'TRANSUNION')).check).toMatchObject({
      state: 'FAILED',
      failure,
    });
  });
});

describe('CLEAR quick flags', () => {
  test('are scheduled, rescheduled and reescheduled for a business and an individual [R323]', async () => {
    const { server, as } = lender;
    const { loanId } = await applied({ digits: '1239' });
    for (const [kind, service, calls] of [
      [
        'COMPANY',
        'CLEAR_BUSINESS',
        [
          'scheduleBusinessQuickFlag',
          'rescheduleBusinessQuickFlag',
          'reescheduleBusinessQuickFlag',
        ],
      ],
      [
        'INDIVIDUAL',
        'CLEAR_INDIVIDUAL',
        [
          'scheduleIndividualQuickFlag',
          'rescheduleIndividualQuickFlag',
          'reescheduleIndividualQuickFlag',
        ],
      ],
    ] as const) {
      const { loanEntityId } = await subjectOf(loanId, kind);
      const params = { a: loanId, b: loanEntityId };
      const early = await server.call(calls[1], { params }, as);
      expect(early.body).toMatchObject({ code: 'CREDIT_RUN_MISSING' });
      for (const [index, call] of calls.entries()) {
        const { body, status } = await server.call(call, { params }, as);
        expect([status, checkOf(body, service).state]).toEqual([200, 'SCHEDULED']);
        const { check } = await finished(loanId, service, kind);
        expect(check.reports).toHaveLength(index + 1);
      }
      const twice = await server.call(calls[0], { params }, as);
      expect(twice.body).toMatchObject({ code: 'CREDIT_RUN_EXISTS' });
    }
    const { check } = await finished(loanId, 'CLEAR_INDIVIDUAL');
    expect(check.flags).toBe(1);
    const params = { id: check.reports[0]!.id };
    const { body } = await server.call('getCreditReport', { params }, as);
    expect(body.flags).toContainEqual({ name: 'Bankruptcy', raised: true });
    expect(body.flags).toContainEqual({ name: 'OFAC list', raised: false });
  });

  test('about a person who did not consent are refused; a business needs no consent', async () => {
    const { server, as } = lender;
    const { loanId } = await applied({ consents: false });
    const about = async (kind: CreditSubject['kind']) => ({
      params: { a: loanId, b: (await subjectOf(loanId, kind)).loanEntityId },
    });
    const refused = await server.call('scheduleIndividualQuickFlag', await about('INDIVIDUAL'), as);
    expect(refused.body).toMatchObject({ code: 'CREDIT_CONSENT_MISSING' });
    const again = await server.call('reescheduleTransUnion', await about('INDIVIDUAL'), as);
    expect(again.body).toMatchObject({ code: 'CREDIT_CONSENT_MISSING' });
    const callsBefore = bureaus.seen.length;
    const wrong = await server.call('scheduleBusinessQuickFlag', await about('INDIVIDUAL'), as);
    expect(wrong.status).toBe(404);
    expect(bureaus.seen).toHaveLength(callsBefore);
    const business = await server.call('scheduleBusinessQuickFlag', await about('COMPANY'), as);
    expect(business.status).toBe(200);
  });

  test('that two employees start at once run once', async () => {
    const { server, as } = lender;
    const { loanId } = await applied();
    const params = { a: loanId, b: (await subjectOf(loanId, 'COMPANY')).loanEntityId };
    const both = await Promise.all(
      [1, 2].map(() => server.call('scheduleBusinessQuickFlag', { params }, as)),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('nothing of a report or a number is found', () => {
  /** Creates a report with creditors and scores about a person with this Social Security number. */
  async function reported() {
    const application = await applied({ digits: '7719', name: 'Rosalind' });
    const { check } = await finished(application.loanId, 'TRANSUNION');
    return { ...application, reportId: check.reports[0]!.id };
  }
  const SECRET = /CANARY-CREDITOR|52144\d{4}|521-44-7719/;

  test('in the database in the clear, in logs, or in the histories of workflows', async () => {
    const { server } = lender;
    await reported();
    expect(await everythingStored(server)).not.toMatch(SECRET);
    expect(server.logged.join('\n')).not.toMatch(SECRET);
    const { address, namespace } = server.config.engine;
    const connection = await Connection.connect({ address });
    const { workflow } = new Client({ connection, namespace });
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from cairn.event where workflow = 'runCreditCheck' order by id desc limit 20`,
    );
    const histories = await Promise.all(
      rows.map(async ({ id }) => {
        const { events } = await workflow.getHandle(id).fetchHistory();
        return JSON.stringify(events, (_name, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value,
        );
      }),
    );
    await connection.close();
    expect(histories.length).toBeGreaterThan(0);
    expect(histories.join('\n')).not.toMatch(SECRET);
    expect(histories.join('\n')).toContain('requestReport');
  }, 30_000);

  test('by the borrower, in any list, search, activity, notification or email', async () => {
    const { server } = lender;
    const { loanId, applicant, reportId } = await reported();
    const { as, account } = applicant;
    expect((await server.call('getCreditReport', { params: { id: reportId } }, as)).status).toBe(
      403,
    );
    expect((await server.call('listCreditChecks', { params: { loanId } }, as)).status).toBe(403);
    const replies = await Promise.all([
      server.call('getApplication', { params: { id: loanId } }, as),
      server.call('listLoanEntities', { params: { id: loanId } }, as),
      server.call('listLoanActivity', { params: { id: loanId }, query: {} }, as),
      server.call('listNotifications', { query: {} }, as),
      server.call('search', { query: { q: 'CANARY' } }, as),
    ]);
    const text = JSON.stringify(replies.map(({ body }) => body));
    expect(text).not.toMatch(/CANARY-CREDITOR|creditRun|creditReport|TransUnion|VERY_GOOD|"GOOD"/);
    const emails = JSON.stringify(await emailsTo(account.emailAddress));
    expect(emails).not.toMatch(SECRET);
  });

  test('without an entry in the audit log that names the reader', async () => {
    const { server, owner } = lender;
    const { reportId } = await reported();
    await server.call('getCreditReport', { params: { id: reportId } }, lender.as);
    const { rows } = await server.owner.query<object>(
      `select actor_id, detail ->> 'runId' as run from cairn.audit_entry where kind = 'creditReport.read'
       order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor_id: owner.id, run: reportId }]);
  });
});

describe('an adverse-action notice', () => {
  test('is drafted with the chosen reasons once the application is declined', async () => {
    const { server, as } = lender;
    const { loanId } = await applied({ name: 'Ines' });
    await finished(loanId, 'TRANSUNION');
    const { loanEntityId } = await subjectOf(loanId);
    const request = {
      params: { loanId, loanEntityId },
      body: { reasons: ['COLLATERAL_INSUFFICIENT' as const, 'LIMITED_TIME_IN_BUSINESS' as const] },
    };
    const early = await server.call('saveAdverseActionNotice', request, as);
    expect(early.body).toMatchObject({ code: 'NOT_DECLINED' });
    await lender.startReview(loanId, as);
    await lender.finish(loanId, as, { decision: 'REJECTED', message: 'Not this time.' });
    const { body } = await server.call('saveAdverseActionNotice', request, as);
    for (const words of [
      'Ines Marsh',
      'Northgate Bank',
      '- Value or type of collateral not sufficient\n- Length of time in business',
      'TransUnion did not make this decision',
      'Equal Credit Opportunity Act',
    ]) {
      expect(body.text).toContain(words);
    }
    const edited = { ...request, body: { ...request.body, text: 'As counsel wrote it.' } };
    await server.call('saveAdverseActionNotice', edited, as);
    expect(await listChecks(loanId)).toMatchObject({
      declined: true,
      notices: [{ loanEntityId, text: 'As counsel wrote it.', reasons: request.body.reasons }],
    });
  });
});
