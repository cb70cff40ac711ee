import { OWN, startApplying, type Applicant, type Applying } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';

let at: Applying;
beforeAll(async () => {
  at = await startApplying();
});
afterAll(async () => {
  const { connectionString } = at.server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await at.server.stop();
});

const stateOf = async (loanId: string) => {
  const { rows } = await at.server.owner.query<{ state: string }>(
    'select state from cairn.loan_application where loan_id = $1',
    [loanId],
  );
  return rows[0]?.state;
};
const employee = async () => {
  const account = await at.server.given.employee(at.company);
  const session = { roleLevel: 'LENDER' as const, company: at.company };
  return { account, as: { token: await at.server.given.session(account, session) } };
};
const draft = async (over: object = {}, who?: Applicant) => {
  const applicant = who ?? (await at.applicant());
  const { body, status, text } = await at.apply(at.template.id, applicant.as, over);
  if (status !== 200) throw new Error(text);
  return { applicant, loanId: body.id, body };
};
const submitted = async () => {
  const applicant = await at.applicant();
  const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
  const { body } = await at.submit(loanId, applicant.as);
  expect(body.state).toBe('SUBMITTED');
  return { applicant, loanId };
};

describe('an application', () => {
  test('goes from its first word to the answer, each step in its turn [R227]', async () => {
    const applicant = await at.applicant({ givenName: 'Elena', familyName: 'Marsh' });
    const { body: created } = await at.apply(at.template.id, applicant.as);
    expect(created).toMatchObject({
      lenderId: at.company.id,
      lenderName: 'Northgate Bank',
      name: 'Larkspur Bakery LLC',
      state: 'DRAFT',
      amount: 250_000,
      templateName: 'Small business loan',
      leadBorrower: { id: applicant.account.id },
      documents: { asked: 2, answered: 0 },
      people: [
        { name: 'Elena Marsh', labels: ['GUARANTOR'], required: true, ownInfoSubmittedAt: null },
      ],
      lacking: [
        { step: 'people', text: 'Enter who owns Larkspur Bakery LLC.' },
        { step: 'own-info' },
      ],
      abilities: { edit: true, submitOwnInfo: true, submit: true, startReview: false },
    });
    const loanId = created.id;
    const { body: loan } = await at.server.call('getLoan', { params: { id: loanId } }, at.as);
    expect(loan.loanPhase.id).toBe(at.lead.id);
    expect(loan).toMatchObject({ applicationState: 'DRAFT', applicationSubmittedAt: null });

    // No step is possible before its turn.
    expect((await at.startReview(loanId, at.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_NEXT',
    });
    expect((await at.finish(loanId, at.as, { decision: 'ACCEPTED' })).body).toMatchObject({
      code: 'APPLICATION_NOT_NEXT',
    });
    expect((await at.submit(loanId, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_INCOMPLETE',
      fieldErrors: { 'own-info': expect.any(String) },
    });
    expect((await at.submitOwnInfo(loanId, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_INCOMPLETE',
      fieldErrors: { ssn: 'Required', birthDate: 'Required', phone: 'Required' },
    });

    const filled = await at.fillIn(loanId, applicant.as);
    expect(filled.body).toMatchObject({ userId: applicant.account.id, labels: ['GUARANTOR'] });
    expect((await at.sayOwners(loanId, applicant.as)).status).toBe(200);
    const { body: afterOwnInfo } = await at.submitOwnInfo(loanId, applicant.as);
    expect(afterOwnInfo).toMatchObject({ lacking: [], abilities: { submitOwnInfo: false } });
    expect(afterOwnInfo.people[0]!.ownInfoSubmittedAt).not.toBeNull();
    expect((await at.submitOwnInfo(loanId, applicant.as)).status).toBe(409);

    const { body: afterSubmit } = await at.submit(loanId, applicant.as);
    expect(afterSubmit).toMatchObject({
      state: 'SUBMITTED',
      abilities: { edit: false, submit: false },
    });
    expect(afterSubmit.applicationSubmittedAt).not.toBeNull();
    for (const again of [at.submit, at.submitOwnInfo]) {
      expect((await again(loanId, applicant.as)).body).toMatchObject({
        code: 'APPLICATION_NOT_NEXT',
      });
    }
    expect((await at.fillIn(loanId, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_NOT_OPEN',
    });

    const { body: read } = await at.startReview(loanId, at.as);
    expect(read).toMatchObject({ state: 'IN_REVIEW', abilities: { finishReview: true } });
    expect((await at.startReview(loanId, at.as)).status).toBe(409);
    const colleague = await employee();
    const { body: decided } = await at.finish(loanId, at.as, {
      decision: 'ACCEPTED',
      message: 'Welcome',
      lenderUserId: colleague.account.id,
    });
    expect(decided).toMatchObject({
      state: 'ACCEPTED',
      responseMessage: 'Welcome',
      applicationLenderUserReferred: { id: colleague.account.id },
    });
    expect((await at.finish(loanId, at.as, { decision: 'ACCEPTED' })).status).toBe(409);
    const { body: moved } = await at.server.call('getLoan', { params: { id: loanId } }, at.as);
    expect(moved).toMatchObject({
      loanPhase: { category: 'ORIGINATION' },
      applicationState: 'ACCEPTED',
      applicationLenderUserReferred: { id: colleague.account.id },
    });
    expect(moved.applicationResponseAt).toBe(decided.applicationResponseAt);
    expect(moved.loanRoles.map(({ role, user }) => `${role} ${user.id}`)).toEqual(
      expect.arrayContaining([`LENDER ${at.owner.id}`, `LENDER ${colleague.account.id}`]),
    );
  });

  test('that is not accepted says why, and stays where it is', async () => {
    const { loanId, applicant } = await submitted();
    await at.startReview(loanId, at.as);
    expect((await at.finish(loanId, at.as, { decision: 'REJECTED' })).body).toMatchObject({
      fieldErrors: { message: 'Enter a reason' },
    });
    expect(await stateOf(loanId)).toBe('IN_REVIEW');
    const { body } = await at.finish(loanId, at.as, { decision: 'REJECTED', message: 'Too early' });
    expect(body.state).toBe('REJECTED');
    const application = (await at.get(loanId, applicant.as)).body;
    expect(application).toMatchObject({ state: 'REJECTED', responseMessage: 'Too early' });
    const { body: loan } = await at.server.call('getLoan', { params: { id: loanId } }, at.as);
    expect(loan.loanPhase.category).toBe('LEAD');
  });

  test('is withdrawn with its loan, until the review starts', async () => {
    const { loanId, applicant } = await submitted();
    await at.server.call(
      'setLoanStatus',
      { params: { id: loanId }, body: { loanStatus: 'WITHDRAWN' } },
      at.as,
    );
    expect((await at.get(loanId, applicant.as)).body.state).toBe('WITHDRAWN');
    expect((await at.startReview(loanId, at.as)).status).toBe(409);
  });

  test('two who send it in at once send it once; two who answer answer once', async () => {
    const applicant = await at.applicant();
    const { id: loanId } = await at.filledIn(at.template.id, applicant.as);
    const replies = await Promise.all([1, 2, 3].map(() => at.submit(loanId, applicant.as)));
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    await at.startReview(loanId, at.as);
    const answers = await Promise.all([
      at.finish(loanId, at.as, { decision: 'ACCEPTED' }),
      at.finish(loanId, at.as, { decision: 'REJECTED', message: 'No' }),
    ]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const { rows } = await at.server.owner.query<{ kind: string }>(
      `select kind from cairn.audit_entry where loan_id = $1 and kind like 'application.%'`,
      [loanId],
    );
    const steps = rows
      .map(({ kind }) => kind)
      .filter((kind) => /submitted|accepted|rejected/i.test(kind));
    expect(steps).toHaveLength(3);
  });

  test('is claimed by the employee who starts the review, and by no other then', async () => {
    const { loanId } = await submitted();
    const [first, second] = [await employee(), await employee()];
    expect((await at.get(loanId, second.as)).body.abilities.startReview).toBe(true);
    expect((await at.startReview(loanId, first.as)).status).toBe(200);
    expect((await at.finish(loanId, second.as, { decision: 'ACCEPTED' })).status).toBe(403);
    const outsider = await at.server.given.account();
    expect(
      (await at.finish(loanId, first.as, { decision: 'ACCEPTED', lenderUserId: outsider.id }))
        .status,
    ).toBe(404);
    expect(await stateOf(loanId)).toBe('IN_REVIEW');
    expect((await at.finish(loanId, first.as, { decision: 'ACCEPTED' })).status).toBe(200);
  });

  test('an underwriter answers where they have a part, and refers to the company’s people', async () => {
    const { loanId } = await submitted();
    const { given } = at.server;
    const account = await given.account();
    const as = { token: await given.session(account, { roleLevel: 'LENDER' }) };
    expect((await at.startReview(loanId, as)).status).toBe(404);
    const loan = { companyId: at.company.id, id: loanId, name: '' };
    await given.role(loan, account, 'UNDERWRITER_LENDER');
    expect((await at.startReview(loanId, as)).status).toBe(200);
    const colleague = await employee();
    const { body } = await at.finish(loanId, as, {
      decision: 'ACCEPTED',
      lenderUserId: colleague.account.id,
    });
    expect(body).toMatchObject({
      state: 'ACCEPTED',
      applicationLenderUserReferred: { id: colleague.account.id },
    });
  });

  test('a person’s word holds for what they said it of', async () => {
    const { given } = at.server;
    const applicant = await at.applicant();
    const { id: loanId, people } = await at.filledIn(at.template.id, applicant.as);
    const word = async () =>
      (await at.get(loanId, applicant.as)).body.people[0]!.ownInfoSubmittedAt;
    const change = async (as: { token: string }, information: object) => {
      const { entityId } = people[0]!;
      const { body: entity } = await at.server.call(
        'getLoanEntity',
        { params: { loanId, loanEntityId: people[0]!.loanEntityId } },
        as,
      );
      return at.server.call(
        'updateApplicationIndividual',
        {
          params: { applicationId: loanId, entityId },
          body: { version: entity.version, information: information as never },
        },
        as,
      );
    };
    expect((await change(applicant.as, { phone: '541-555-0100' })).status).toBe(200);
    expect(await word()).not.toBeNull();
    const colleague = await employee();
    expect((await change(colleague.as, { city: 'Salem' })).status).toBe(403);
    await given.role(
      { companyId: at.company.id, id: loanId, name: '' },
      colleague.account,
      'LENDER',
    );
    expect((await change(colleague.as, { city: 'Salem' })).status).toBe(200);
    expect(await word()).toBeNull();
    expect((await at.submit(loanId, applicant.as)).body).toMatchObject({
      code: 'APPLICATION_INCOMPLETE',
    });
    expect((await at.submitOwnInfo(loanId, applicant.as)).status).toBe(200);
    expect((await change(applicant.as, { ssn: null })).status).toBe(200);
    expect(await word()).toBeNull();
  });
});

describe('beginning one', () => {
  test('asked for twice with one key makes one', async () => {
    const applicant = await at.applicant();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const once = () => at.apply(at.template.id, { ...applicant.as, headers } as never);
    const [one, two] = [await once(), await once()];
    expect(one.status).toBe(200);
    expect(two.body.id).toBe(one.body.id);
  });

  test('a person has so many open at a lender, also when they press at once', async () => {
    const applicant = await at.applicant();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => at.apply(at.template.id, applicant.as)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(
      replies.filter(({ body }) => (body as { code?: string }).code === 'TOO_MANY_APPLICATIONS'),
    ).toHaveLength(3);
  });

  test('submitting one makes no room for the next until an employee opens it, or the next day', async () => {
    const applicant = await at.applicant();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await at.filledIn(at.template.id, applicant.as, { entity: undefined });
      expect((await at.submit(id, applicant.as)).body.state).toBe('SUBMITTED');
      ids.push(id);
    }
    const apply = () => at.apply(at.template.id, applicant.as);
    expect((await apply()).body).toMatchObject({ code: 'TOO_MANY_APPLICATIONS' });
    expect((await at.startReview(ids[0]!, at.as)).status).toBe(200);
    expect((await apply()).status).toBe(200);
    expect((await apply()).body).toMatchObject({ code: 'TOO_MANY_APPLICATIONS' });
    await at.server.owner.query(
      `update cairn.loan_application set created_at = created_at - interval '25 hours'
        where loan_id = $1`,
      [ids[1]],
    );
    expect((await apply()).status).toBe(200);
  });

  test('a single applicant is the borrower, and confirms their own information', async () => {
    const { body } = await draft({
      entity: { type: 'INDIVIDUAL', information: { ...OWN, middleName: 'Rae' } },
    });
    expect(body.people).toMatchObject([{ labels: ['APPLICANT'], required: true }]);
    expect(body.people).toHaveLength(1);
    const without = await draft({ entity: undefined, amount: null, loanPurpose: null });
    expect(without.body.people).toMatchObject([{ labels: ['APPLICANT'] }]);
    expect(without.body.lacking.map(({ step }) => step)).toEqual([
      'business',
      'business',
      'own-info',
    ]);
    const { body: changed } = await at.server.call(
      'updateApplication',
      { params: { id: without.loanId }, body: { amount: 90_000, loanPurpose: 'A van' } },
      without.applicant.as,
    );
    expect(changed).toMatchObject({ amount: 90_000, lacking: [{ step: 'own-info' }] });
  });

  test('a user logged in as an applicant continues as a borrower', async () => {
    const { given } = at.server;
    const account = await given.account();
    const loan = await given.loan(at.lead);
    await given.role(loan, account, 'PRINCIPAL');
    const as = { token: await given.session(account, { roleLevel: 'APPLICANT' }) };
    const { body, status } = await at.apply(at.template.id, as);
    expect(status).toBe(200);
    expect((await at.get(body.id, as)).body.abilities.edit).toBe(true);
  });

  test('an employee starts one for a person, who is invited to lead it', async () => {
    const { account, as } = await employee();
    const borrower = {
      emailAddress: 'ada@larkspur.example',
      givenName: 'Ada',
      familyName: 'Moss',
    };
    const { body, status } = await at.apply(at.template.id, as, { borrower });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'DRAFT',
      leadBorrower: null,
      people: [{ name: 'Ada Moss', userId: null, invited: true, labels: ['GUARANTOR'] }],
      abilities: { edit: true, submit: false },
    });
    const { body: loan } = await at.server.call('getLoan', { params: { id: body.id } }, as);
    expect(loan.loanRoles).toMatchObject([{ role: 'LENDER', user: { id: account.id } }]);
    const { body: invited } = await at.server.call(
      'listApplicationInvites',
      { params: { loanId: body.id } },
      as,
    );
    expect(invited.invites).toMatchObject([
      { role: 'LEAD_BORROWER', emailAddress: 'ada@larkspur.example' },
    ]);
    expect((await at.apply(at.template.id, as)).body).toMatchObject({
      fieldErrors: { borrower: 'Required' },
    });
    expect((await at.apply(at.template.id, at.as, { borrower })).status).toBe(403);
  });
});
