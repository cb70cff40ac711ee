import { lettersTo, letterTo, startApplying, startTestWorker, type Applying } from '@cairn/testing';
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
  test('is told to the owners when nobody has it, and its answer to those who applied', async () => {
    const { given } = at.server;
    const quiet = await given.employee(at.company, { level: 'OWNER' });
    const session = { roleLevel: 'LENDER' as const, company: at.company };
    await turnOff({ token: await given.session(quiet, session) });
    const bystander = await given.employee(at.company);
    const applicant = await at.applicant({ givenName: 'Elena', familyName: 'Marsh' });
    const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
    await at.submit(loanId, applicant.as);
    const news = await letterTo(at.owner.emailAddress, 'New application: Larkspur Bakery LLC');
    expect(news.text).toContain('Elena Marsh has sent in');
    expect(news.text).toContain(`/loans/${loanId}/application/${at.company.id}`);

    await at.startReview(loanId, at.as);
    await at.finish(loanId, at.as, {
      decision: 'REJECTED',
      message: 'Please come back after a year.\nWe liked the <b>plan</b>.',
    });
    const said = await letterTo(applicant.account.emailAddress, 'not accepted');
    expect(said.text).toContain('Please come back after a year.');
    expect(said.text).toContain(`/apply-now/applications/${at.company.id}/${loanId}`);
    expect(said.html).toContain('We liked the &lt;b&gt;plan&lt;/b&gt;.');
    expect(await lettersTo(at.owner.emailAddress)).toHaveLength(1);
    expect(await lettersTo(quiet.emailAddress)).toHaveLength(0);
    expect(await lettersTo(bystander.emailAddress)).toHaveLength(0);
  });

  test('is told to those who lend on it, and the answer to nobody who turned that off', async () => {
    const { given } = at.server;
    const applicant = await at.applicant();
    const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
    const loan = { companyId: at.company.id, id: loanId, name: '' };
    const clerk = await given.employee(at.company);
    await given.role(loan, clerk, 'LENDER');
    const partner = await given.account();
    await given.role(loan, partner, 'BORROWER');
    await turnOff(applicant.as);
    const before = await lettersTo(at.owner.emailAddress);
    await at.submit(loanId, applicant.as);
    await letterTo(clerk.emailAddress, 'New application');
    await at.startReview(loanId, at.as);
    await at.finish(loanId, at.as, { decision: 'ACCEPTED' });
    const said = await letterTo(partner.emailAddress, ': accepted');
    expect(said.text).toContain('goes on with it');
    expect(said.text).not.toContain('writes:');
    expect(await lettersTo(applicant.account.emailAddress)).toHaveLength(0);
    expect(await lettersTo(at.owner.emailAddress)).toHaveLength(before.length);
  });
});
