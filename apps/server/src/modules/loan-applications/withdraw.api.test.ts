import { MAX_DRAFTS } from '@cairn/contract';
import { startApplying, type Applying } from '@cairn/testing/applicant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let at: Applying;
beforeAll(async () => {
  at = await startApplying();
});
afterAll(() => at.server.stop());

const submitted = async () => {
  const applicant = await at.applicant();
  const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
  expect((await at.submit(loanId, applicant.as)).body.state).toBe('SUBMITTED');
  return { applicant, loanId };
};
const eventsOf = async (loanId: string): Promise<{ kind: string; detail: unknown }[]> => {
  const { rows } = await at.server.owner.query<{ kind: string; detail: unknown }>(
    `select kind, detail from cairn.audit_entry where loan_id = $1 and kind = 'application.withdrawn'`,
    [loanId],
  );
  return rows;
};

describe('an applicant withdraws', () => {
  test('a submitted application: it is in no list of open ones, and cannot be reviewed', async () => {
    const { applicant, loanId } = await submitted();
    const { body: before } = await at.get(loanId, applicant.as);
    expect(before.abilities.withdraw).toBe(true);
    const { status, body } = await at.withdraw(loanId, applicant.as);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'WITHDRAWN',
      abilities: { withdraw: false, edit: false, submit: false },
    });
    expect((await at.startReview(loanId, at.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_NEXT',
    });
    const params = { id: at.company.id };
    const open = await at.server.call('listOpenApplications', { params, query: {} }, at.as);
    expect(open.body.applications.map(({ id }) => id)).not.toContain(loanId);
    expect(await eventsOf(loanId)).toMatchObject([{ detail: { submitted: true } }]);
  });

  test('a draft, once; nothing of it can be changed afterwards', async () => {
    const applicant = await at.applicant();
    const { body: created } = await at.apply(at.template.id, applicant.as);
    expect((await at.withdraw(created.id, applicant.as)).body.state).toBe('WITHDRAWN');
    expect((await at.withdraw(created.id, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_NEXT',
    });
    expect((await at.fillIn(created.id, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_OPEN',
    });
    expect(await eventsOf(created.id)).toMatchObject([{ detail: { submitted: false } }]);
  });

  test('not once the review has started, nor once the lender has moved the loan on', async () => {
    const reviewed = await submitted();
    await at.startReview(reviewed.loanId, at.as);
    const moved = await submitted();
    await at.server.owner.query(`update cairn.loan set status = 'FUNDED' where id = $1`, [
      moved.loanId,
    ]);
    const inPortfolio = await submitted();
    const portfolio = await at.server.given.phase(at.company, { category: 'PORTFOLIO' });
    await at.server.owner.query(
      `update cairn.loan set phase_id = $2, phase_category = 'PORTFOLIO' where id = $1`,
      [inPortfolio.loanId, portfolio.id],
    );
    for (const { loanId, applicant } of [reviewed, moved, inPortfolio]) {
      const { body: application } = await at.get(loanId, applicant.as);
      expect(application.abilities.withdraw).toBe(false);
      expect((await at.withdraw(loanId, applicant.as)).body).toMatchObject({
        code: 'APPLICATION_NOT_NEXT',
      });
    }
    const { rows } = await at.server.owner.query('select status from cairn.loan where id = $1', [
      moved.loanId,
    ]);
    expect(rows).toEqual([{ status: 'FUNDED' }]);
  });

  test('and has no more room for new ones by that', async () => {
    const applicant = await at.applicant();
    for (let count = 0; count < MAX_DRAFTS; count++) {
      const { body: created } = await at.apply(at.template.id, applicant.as);
      expect((await at.withdraw(created.id, applicant.as)).status).toBe(200);
    }
    const refused = await at.apply(at.template.id, applicant.as);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_APPLICATIONS' });
    await at.server.owner.query(
      `update cairn.loan_application set created_at = created_at - interval '25 hours'
        where created_by = $1`,
      [applicant.account.id],
    );
    expect((await at.apply(at.template.id, applicant.as)).status).toBe(200);
  });

  test('a stranger finds nothing, and the lender’s people may not', async () => {
    const { loanId } = await submitted();
    const stranger = await at.applicant();
    expect((await at.withdraw(loanId, stranger.as)).status).toBe(404);
    expect((await at.withdraw(loanId, at.as)).status).toBe(403);
  });
});

describe('ownership', () => {
  test('is asked of a business, and keeps the application from being submitted until it is said', async () => {
    const applicant = await at.applicant();
    const { body: created } = await at.apply(at.template.id, applicant.as);
    await at.fillIn(created.id, applicant.as);
    await at.submitOwnInfo(created.id, applicant.as);
    expect((await at.submit(created.id, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_INCOMPLETE',
      fieldErrors: { people: 'Enter who owns Larkspur Bakery LLC.' },
    });
    expect((await at.sayOwners(created.id, applicant.as, 60)).status).toBe(200);
    expect((await at.submit(created.id, applicant.as)).body.state).toBe('SUBMITTED');
  });

  test('keeps the share of an owner that the applicant does not see', async () => {
    const applicant = await at.applicant();
    const { body: created } = await at.apply(at.template.id, applicant.as);
    await at.fillIn(created.id, applicant.as);
    const params = { id: created.id };
    const { body } = await at.server.call('listLoanEntities', { params }, at.as);
    const business = body.loanEntities.find(({ kind }) => kind === 'COMPANY')!;
    const other = await at.server.given.loan(at.lead);
    const holding = await at.server.given.entity(other, { name: 'Holding' });
    const byLender = await at.server.call(
      'setOwners',
      {
        params: { id: business.entityId },
        body: { version: 0, owners: [{ ownerId: holding.id, share: 30, asOf: null }] },
      },
      at.as,
    );
    expect(byLender.status).toBe(200);

    expect((await at.sayOwners(created.id, applicant.as, 80)).status).toBe(400);
    expect((await at.sayOwners(created.id, applicant.as, 70)).status).toBe(200);
    const after = await at.server.call('listLoanEntities', { params }, at.as);
    expect(after.body.owners.map(({ ownerName, share }) => [ownerName, share])).toEqual([
      [expect.any(String), 70],
      ['Holding', 30],
    ]);
  });

  test('is not asked of a person who borrows alone', async () => {
    const applicant = await at.applicant();
    const { body } = await at.apply(at.template.id, applicant.as, { entity: undefined });
    expect(body.lacking.map(({ step }) => step)).toEqual(['own-info']);
  });
});
