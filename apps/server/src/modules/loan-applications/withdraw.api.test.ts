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
    const { body: made } = await at.apply(at.template.id, applicant.as);
    expect((await at.withdraw(made.id, applicant.as)).body.state).toBe('WITHDRAWN');
    expect((await at.withdraw(made.id, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_NEXT',
    });
    expect((await at.fillIn(made.id, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_OPEN',
    });
    expect(await eventsOf(made.id)).toMatchObject([{ detail: { submitted: false } }]);
  });

  test('not once the review has started, nor once the lender has moved the loan on', async () => {
    const reviewed = await submitted();
    await at.startReview(reviewed.loanId, at.as);
    const moved = await submitted();
    await at.server.owner.query(`update cairn.loan set status = 'FUNDED' where id = $1`, [
      moved.loanId,
    ]);
    for (const { loanId, applicant } of [reviewed, moved]) {
      const { body: seen } = await at.get(loanId, applicant.as);
      expect(seen.abilities.withdraw).toBe(false);
      expect((await at.withdraw(loanId, applicant.as)).body).toMatchObject({
        code: 'APPLICATION_NOT_NEXT',
      });
    }
    const { rows } = await at.server.owner.query('select status from cairn.loan where id = $1', [
      moved.loanId,
    ]);
    expect(rows).toEqual([{ status: 'FUNDED' }]);
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
    const { body: made } = await at.apply(at.template.id, applicant.as);
    await at.fillIn(made.id, applicant.as);
    await at.submitOwnInfo(made.id, applicant.as);
    expect((await at.submit(made.id, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_INCOMPLETE',
      fieldErrors: { people: 'Say who owns Larkspur Bakery LLC.' },
    });
    expect((await at.sayOwners(made.id, applicant.as, 60)).status).toBe(200);
    expect((await at.submit(made.id, applicant.as)).body.state).toBe('SUBMITTED');
  });

  test('is not asked of a person who borrows alone', async () => {
    const applicant = await at.applicant();
    const { body } = await at.apply(at.template.id, applicant.as, { entity: undefined });
    expect(body.lacking.map(({ step }) => step)).toEqual(['own-info']);
  });
});
