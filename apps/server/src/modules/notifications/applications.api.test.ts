import { randomUUID } from 'node:crypto';
import { emailsTo, emailTo, startApplying, startTestWorker, type Applying } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let at: Applying;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  at = await startApplying();
  worker = await startTestWorker(at.server);
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await at.server.stop();
});

const turnOff = (as: { token: string }) =>
  at.server.call('updateUserSettings', { body: { sendEmailLoanStatus: false } }, as);

describe('an application', () => {
  test('is emailed to the owners while it is unassigned, and the decision to the applicants', async () => {
    const { given } = at.server;
    const quiet = await given.employee(at.company, { level: 'OWNER' });
    const session = { roleLevel: 'LENDER' as const, company: at.company };
    await turnOff({ token: await given.session(quiet, session) });
    const bystander = await given.employee(at.company);
    const applicant = await at.applicant({ givenName: 'Elena', familyName: 'Marsh' });
    const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
    await at.submit(loanId, applicant.as);
    const news = await emailTo(at.owner.emailAddress, 'New loan application');
    // The lender does not know the applicants yet, so the email contains none of their text.
    expect(news.text + news.html + news.subject).not.toMatch(/Elena|Marsh|Larkspur/);
    expect(news.text).toContain(`/loans/${loanId}/application/${at.company.id}`);

    await at.startReview(loanId, at.as);
    await at.finish(loanId, at.as, {
      decision: 'REJECTED',
      message: 'Please come back after a year.\nWe liked the <b>plan</b>.',
    });
    const email = await emailTo(applicant.account.emailAddress, 'declined');
    expect(email.text).toContain('Please come back after a year.');
    expect(email.text).toContain(`/apply-now/applications/${at.company.id}/${loanId}`);
    expect(email.html).toContain('We liked the &lt;b&gt;plan&lt;/b&gt;.');
    expect(await emailsTo(at.owner.emailAddress)).toHaveLength(1);
    expect(await emailsTo(quiet.emailAddress)).toHaveLength(0);
    expect(await emailsTo(bystander.emailAddress)).toHaveLength(0);
  });

  test('is emailed to the lenders on it, and the decision only to applicants who left that switch on', async () => {
    const { given } = at.server;
    const applicant = await at.applicant();
    const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
    const loan = { companyId: at.company.id, id: loanId, name: '' };
    const clerk = await given.employee(at.company);
    await given.role(loan, clerk, 'LENDER');
    const partner = await given.account();
    await given.role(loan, partner, 'BORROWER');
    await turnOff(applicant.as);
    const before = await emailsTo(at.owner.emailAddress);
    await at.submit(loanId, applicant.as);
    await emailTo(clerk.emailAddress, 'New loan application');
    await at.startReview(loanId, at.as);
    await at.finish(loanId, at.as, { decision: 'ACCEPTED' });
    const email = await emailTo(partner.emailAddress, ': accepted');
    expect(email.text).toContain('This is not a loan approval');
    expect(email.text).not.toContain('writes:');
    expect(await emailsTo(applicant.account.emailAddress)).toHaveLength(0);
    expect(await emailsTo(at.owner.emailAddress)).toHaveLength(before.length);
  });

  test('that was withdrawn is emailed to the owners, and a withdrawn draft to no one', async () => {
    const applicant = await at.applicant({ givenName: 'Wanda', familyName: 'Marsh' });
    const before = await emailsTo(at.owner.emailAddress);
    const { body: draft } = await at.apply(at.template.id, applicant.as);
    await at.withdraw(draft.id, applicant.as);
    const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
    await at.submit(loanId, applicant.as);
    await at.withdraw(loanId, applicant.as);
    const news = await emailTo(at.owner.emailAddress, 'Loan application withdrawn');
    expect(news.text).toContain(`/loans/${loanId}/application/${at.company.id}`);
    expect(news.text + news.html + news.subject).not.toMatch(/Wanda|Marsh|Larkspur/);
    const after = (await emailsTo(at.owner.emailAddress)).slice(before.length);
    expect(after.map(({ text }) => text).join()).not.toContain(draft.id);
    expect(await emailsTo(applicant.account.emailAddress)).toHaveLength(0);
  });
});

test('a stranger’s invitation goes out in the product’s name, without a word of theirs', async () => {
  const lure = 'Your refund is ready: http://evil.example';
  const stranger = await at.applicant({ givenName: lure, familyName: 'Northgate Security' });
  const invited = `${randomUUID()}@example.com`;
  const { body: application } = await at.apply(at.template.id, stranger.as, {
    loanPurpose: lure,
    entity: { type: 'COMPANY', information: { legalName: lure, entityType: 'LLC' } },
  });
  const invite = async (emailAddress: string, as: { token: string }) => {
    const { body: individual } = await at.server.call(
      'addApplicationIndividual',
      {
        body: {
          loanId: application.id,
          information: { givenName: 'Win $900 now', familyName: 'Evil', emailAddress },
          labels: ['GUARANTOR'],
        } as never,
      },
      as,
    );
    const answer = await at.server.call(
      'inviteIndividualAsBorrower',
      { params: { loanId: application.id, loanEntityId: individual.id } },
      as,
    );
    expect(answer.status).toBe(200);
  };
  await invite(invited, stranger.as);
  const email = await emailTo(invited, 'You were asked to help with a loan application');
  expect(email.from[0]?.name).toBe('Cairn');
  expect(email.text).toContain('Northgate Bank has not reviewed the application yet.');
  expect(email.subject + email.text + email.html).not.toMatch(/refund|evil|Evil|Security|\$900/);
}, 60_000);
