import { randomUUID } from 'node:crypto';
import { OWN, startApplying, type Account, type Applicant, type Applying } from '@cairn/testing';
import { invitationSteps } from '@cairn/testing/invitation-steps';
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
const { answer } = invitationSteps(
  () => at.server,
  () => '',
);

const draft = async () => {
  const lead = await at.applicant();
  const { body } = await at.apply(at.template.id, lead.as);
  return { lead, loanId: body.id };
};
const addPerson = (
  loanId: string,
  as: { token: string },
  information: object,
  labels: string[] = ['GUARANTOR'],
) =>
  at.server.call(
    'addApplicationIndividual',
    { body: { loanId, information, labels } as never },
    as,
  );
const invite = (loanId: string, loanEntityId: string, as: { token: string }) =>
  at.server.call('inviteIndividualAsBorrower', { params: { loanId, loanEntityId } }, as);
const invitationTo = async (emailAddress: string) => {
  const { rows } = await at.server.owner.query<{ id: string; role: string }>(
    'select id, role from cairn.invitation where email_address = $1',
    [emailAddress],
  );
  return rows[0]!;
};
const borrower = async (loanId: string, role: 'BORROWER' | 'PRINCIPAL' = 'BORROWER') => {
  const account = await at.server.given.account();
  await at.server.given.role({ companyId: at.company.id, id: loanId, name: '' }, account, role);
  const roleLevel = role === 'BORROWER' ? 'BORROWER' : 'APPLICANT';
  return { account, as: { token: await at.server.given.session(account, { roleLevel }) } };
};
const employeeOn = async (loanId: string) => {
  const { given } = at.server;
  const account = await given.employee(at.company);
  await given.role({ companyId: at.company.id, id: loanId, name: '' }, account, 'LENDER');
  const session = { roleLevel: 'LENDER' as const, company: at.company };
  return { account, as: { token: await given.session(account, session) } };
};

describe('what an application says', () => {
  test('is filled in by its lead borrower: business, people, collateral', async () => {
    const { lead, loanId } = await draft();
    const { body: trust } = await at.server.call(
      'addApplicationBusiness',
      {
        body: {
          loanId,
          type: 'TRUST',
          information: { trustName: 'Marsh Family Trust' },
          labels: ['EPC'],
        },
      },
      lead.as,
    );
    expect(trust).toMatchObject({
      kind: 'TRUST',
      labels: ['EPC'],
      abilities: { edit: true, label: true, remove: true },
    });
    const { body: renamed } = await at.server.call(
      'updateApplicationBusiness',
      {
        params: { applicationId: loanId, entityId: trust.entityId },
        body: {
          version: trust.version,
          information: { trustName: 'Marsh Trust' },
          labels: ['GUARANTOR'],
        },
      },
      lead.as,
    );
    expect(renamed).toMatchObject({ name: 'Marsh Trust', labels: ['GUARANTOR'], version: 2 });
    const stale = await at.server.call(
      'updateApplicationBusiness',
      {
        params: { applicationId: loanId, entityId: trust.entityId },
        body: { version: 1, information: { trustName: 'Again' } },
      },
      lead.as,
    );
    expect(stale.body).toMatchObject({ code: 'CONFLICT' });

    const { body: ovens } = await at.server.call(
      'addApplicationCollateral',
      { body: { loanId, type: 'EQUIPMENT_ASSET', information: { title: 'Ovens' } } },
      lead.as,
    );
    const { body: equipment } = await at.server.call(
      'updateApplicationCollateral',
      {
        body: {
          loanId,
          entityId: ovens.entityId,
          version: 1,
          information: { purchasePrice: 40_000 },
        },
      },
      lead.as,
    );
    expect(equipment.information).toMatchObject({ title: 'Ovens', purchasePrice: 40_000 });
    // Each call accepts its own kind only, and nothing of another loan.
    const wrongKind = await at.server.call(
      'updateApplicationIndividual',
      {
        params: { applicationId: loanId, entityId: ovens.entityId },
        body: { version: 2, information: { title: 'x' } },
      },
      lead.as,
    );
    expect(wrongKind.status).toBe(404);
    const { body: other } = await at.apply(at.template.id, lead.as);
    const params = { loanId: other.id, entityId: ovens.entityId };
    const elsewhere = await at.server.call('removeApplicationEntity', { params }, lead.as);
    expect(elsewhere.status).toBe(404);
    const removed = await at.server.call(
      'removeApplicationEntity',
      { params: { loanId, entityId: ovens.entityId } },
      lead.as,
    );
    expect(removed.status).toBe(200);
    expect(
      (await addPerson(loanId, lead.as, { givenName: 'Noor', familyName: 'Das' }, ['EPC'])).body,
    ).toMatchObject({
      fieldErrors: { labels: 'Not a role for this kind of entity' },
    });
  });

  test('others say only their own; an owner and an underwriter do not fill in', async () => {
    const { lead, loanId } = await draft();
    const { body: noor } = await addPerson(loanId, lead.as, {
      givenName: 'Noor',
      familyName: 'Das',
    });
    for (const role of ['BORROWER', 'PRINCIPAL'] as const) {
      const { account, as } = await borrower(loanId, role);
      const own = await at.fillIn(loanId, as);
      expect(own.body).toMatchObject({ userId: account.id, labels: [] });
      expect((await addPerson(loanId, as, { givenName: 'A', familyName: 'B' })).status).toBe(403);
      const withLabels = { loanId, information: {}, labels: ['GUARANTOR'], self: true };
      const reply = await at.server.send('addApplicationIndividual', { body: withLabels }, as);
      expect(reply.status).toBe(403);
      const params = { applicationId: loanId, entityId: noor.entityId };
      const body = { version: 1, information: { city: 'Bend' } };
      const others = await at.server.call('updateApplicationIndividual', { params, body }, as);
      expect(others.status).toBe(404);
      const { body: application } = await at.get(loanId, as);
      expect(application.people.map(({ userId }) => userId)).toEqual([account.id]);
      expect(application.lacking).toEqual([]);
      expect((await at.submit(loanId, as)).status).toBe(403);
      expect((await at.submitOwnInfo(loanId, as)).status).toBe(200);
      // The lead borrower edits everyone's information except that of people with a login.
      const byLead = await at.server.call(
        'updateApplicationIndividual',
        {
          params: { applicationId: loanId, entityId: own.body.entityId },
          body: { version: own.body.version, information: { city: 'Salem' } },
        },
        lead.as,
      );
      expect(byLead.status).toBe(403);
    }
    expect((await addPerson(loanId, at.as, { givenName: 'A', familyName: 'B' })).status).toBe(403);
    const employee = await employeeOn(loanId);
    expect((await addPerson(loanId, employee.as, { givenName: 'A', familyName: 'B' })).status).toBe(
      200,
    );
    expect((await at.submit(loanId, employee.as)).status).toBe(403);
  });

  test('cannot be submitted without its lead borrower, who can be added again', async () => {
    const lead = await at.applicant();
    const { id: loanId, people } = await at.filledIn(at.template.id, lead.as);
    const params = { loanId, entityId: people[0]!.entityId };
    await at.server.call('removeApplicationEntity', { params }, lead.as);
    expect((await at.submit(loanId, lead.as)).body).toMatchObject({
      fieldErrors: { people: 'Add yourself to the application.' },
    });
    await at.fillIn(loanId, lead.as, {});
    expect((await at.submit(loanId, lead.as)).body).toMatchObject({
      code: 'APPLICATION_INCOMPLETE',
    });
    expect((await at.submitOwnInfo(loanId, lead.as)).status).toBe(200);
    expect((await at.submit(loanId, lead.as)).status).toBe(200);
    // After it was submitted, these calls no longer edit it.
    for (const { body } of [
      await addPerson(loanId, lead.as, { givenName: 'A', familyName: 'B' }),
      await at.server.call('removeApplicationEntity', { params }, lead.as),
      await at.server.call(
        'updateApplication',
        { params: { id: loanId }, body: { amount: 1 } },
        lead.as,
      ),
      await invite(loanId, people[0]!.loanEntityId, lead.as),
    ]) {
      expect((body as { code?: string }).code).toMatch(/^(APPLICATION_NOT_OPEN|NOT_FOUND)$/);
    }
  });

  test('its requests are put into the trash by those who may, all or none', async () => {
    const { lead, loanId } = await draft();
    const { loanId: other } = await draft();
    const elementsOf = async (id: string) =>
      (await at.server.call('listApplicationElements', { params: { loanId: id } }, at.as)).body
        .elements;
    const [mine, theirs] = [await elementsOf(loanId), await elementsOf(other)];
    const remove = (body: object, as: { token: string }, query: object = {}) =>
      at.server.call('removeApplicationElements', { body, query } as never, as);
    // The applicant may not trash requests of the lender's template.
    expect((await remove([{ id: mine[0]!.id, loanId }], lead.as)).status).toBe(403);
    const whole = await at.server.call('listElements', { params: { id: loanId } }, lead.as);
    const folder = whole.body.elements.find(({ title }) => title === 'Larkspur Bakery LLC')!;
    expect((await remove([{ id: folder.id, loanId }], lead.as)).status).toBe(403);
    const foreign = [
      { id: mine[0]!.id, loanId },
      { id: theirs[0]!.id, loanId },
    ];
    expect((await remove(foreign, at.as)).status).toBe(404);
    const swapped = [
      { id: mine[0]!.id, loanId: other },
      { id: theirs[0]!.id, loanId },
    ];
    expect((await remove(swapped, at.as)).status).toBe(404);
    expect(await elementsOf(loanId)).toHaveLength(mine.length);
    expect((await remove([], at.as)).status).toBe(400);
    const { body } = await remove([{ id: mine[0]!.id, loanId }], at.as);
    expect(body.elements).toMatchObject([{ id: mine[0]!.id, deleted: true }]);
    expect((await remove([], at.as, { id: [mine[1]!.id] })).status).toBe(200);
    expect(await elementsOf(loanId)).toHaveLength(mine.length - 2);
    const trashed = await at.server.call(
      'listApplicationElements',
      { params: { loanId }, query: { status: 'TRASHED' } },
      at.as,
    );
    expect(trashed.body.elements).toHaveLength(2);
    const plain = await at.server.given.element(await at.server.given.loan(at.lead));
    expect((await remove([{ id: plain.id, loanId: plain.loanId }], at.as)).status).toBe(404);
  });
});

describe('a person who is invited', () => {
  const person = (account: Account) => ({
    givenName: account.givenName,
    familyName: account.familyName,
    emailAddress: account.emailAddress,
  });
  const invited = async (who: Applicant, by?: { token: string }) => {
    const { lead, loanId } = await draft();
    const { body: individual } = await addPerson(loanId, lead.as, person(who.account));
    const { body, status } = await invite(loanId, individual.id, by ?? lead.as);
    expect({ status, body }).toEqual({ status: 200, body: { invited: true } });
    return { lead, loanId, made: individual };
  };
  const accept = async (who: Applicant) => {
    const { id, role } = await invitationTo(who.account.emailAddress);
    expect(role).toBe('BORROWER');
    expect((await answer(id, 'ACCEPT', who.as.token)).status).toBe(200);
  };

  test('becomes the individual that they are, and says their own', async () => {
    const who = await at.applicant();
    const { lead, loanId, made: individual } = await invited(who);
    expect((await at.get(loanId, lead.as)).body.people).toContainEqual(
      expect.objectContaining({ entityId: individual.entityId, userId: null, invited: true }),
    );
    expect((await invite(loanId, individual.id, lead.as)).body).toMatchObject({
      code: 'SENT_RECENTLY',
    });
    await accept(who);
    const { body: application } = await at.get(loanId, who.as);
    expect(application).toMatchObject({
      ownLoanEntityId: individual.id,
      people: [{ entityId: individual.entityId, userId: who.account.id, invited: false }],
      lacking: [{ step: 'own-info' }],
    });
    const version = 1;
    const { status } = await at.server.call(
      'updateApplicationIndividual',
      {
        params: { applicationId: loanId, entityId: individual.entityId },
        body: { version, information: OWN },
      },
      who.as,
    );
    expect(status).toBe(200);
    expect((await at.submitOwnInfo(loanId, who.as)).status).toBe(200);
    await at.fillIn(loanId, lead.as);
    await at.submitOwnInfo(loanId, lead.as);
    await at.sayOwners(loanId, lead.as);
    expect((await at.submit(loanId, lead.as)).status).toBe(200);
  });

  test('who has an individual at the lender keeps it, in the place of the other', async () => {
    const who = await at.applicant();
    const { body: earlier } = await at.apply(at.template.id, who.as);
    const own = earlier.people[0]!.entityId;
    const { lead, loanId, made: individual } = await invited(who);
    await accept(who);
    const { body: application } = await at.get(loanId, lead.as);
    const them = application.people.filter(({ userId }) => userId === who.account.id);
    expect(them).toMatchObject([
      { entityId: own, loanEntityId: individual.id, labels: ['GUARANTOR'] },
    ]);
    expect(application.people.map(({ entityId }) => entityId)).not.toContain(individual.entityId);
  });

  test.each([
    { author: 'an employee', leaves: false },
    { author: 'an employee who has left since', leaves: true },
  ])('does not come to read what $author wrote of another person', async ({ leaves }) => {
    const who = await at.applicant();
    const { lead, loanId } = await draft();
    const employee = await employeeOn(loanId);
    const { body: individual } = await addPerson(loanId, employee.as, {
      givenName: 'Noor',
      familyName: 'Das',
      ssn: OWN.ssn,
    });
    if (leaves) {
      await at.server.owner.query('delete from cairn.employee where account_id = $1', [
        employee.account.id,
      ]);
    }
    // The lead borrower enters their own second address.
    await at.server.call(
      'updateApplicationIndividual',
      {
        params: { applicationId: loanId, entityId: individual.entityId },
        body: { version: 1, information: { emailAddress: who.account.emailAddress } },
      },
      lead.as,
    );
    expect((await invite(loanId, individual.id, lead.as)).status).toBe(200);
    await accept(who);
    const { rows } = await at.server.owner.query<{ account_id: string | null }>(
      'select account_id from cairn.entity where id = $1',
      [individual.entityId],
    );
    expect(rows).toEqual([{ account_id: null }]);
    const { body: application } = await at.get(loanId, who.as);
    expect(application.people).toMatchObject([{ userId: who.account.id, labels: ['GUARANTOR'] }]);
    expect(application.people[0]!.entityId).not.toBe(individual.entityId);
  });

  test('needs an address; on the loan already, nothing is sent', async () => {
    const { lead, loanId } = await draft();
    const { body: noor } = await addPerson(loanId, lead.as, {
      givenName: 'Noor',
      familyName: 'Das',
    });
    expect((await invite(loanId, noor.id, lead.as)).body).toMatchObject({
      fieldErrors: { emailAddress: 'Needed for the invitation' },
    });
    expect((await invite(loanId, randomUUID(), lead.as)).status).toBe(404);
    const ownBorrower = await borrower(loanId);
    const { body: individual } = await addPerson(loanId, lead.as, person(ownBorrower.account));
    expect((await invite(loanId, individual.id, ownBorrower.as)).status).toBe(404);
    expect((await invite(loanId, individual.id, lead.as)).body).toEqual({ invited: false });
    expect((await at.get(loanId, ownBorrower.as)).body.ownLoanEntityId).toBe(individual.id);
    expect((await invite(loanId, individual.id, lead.as)).body).toMatchObject({
      fieldErrors: { emailAddress: 'On this loan already' },
    });
    expect((await invite(loanId, individual.id, ownBorrower.as)).status).toBe(403);
  });

  test('who was asked to lead by an employee leads, as themselves', async () => {
    const who = await at.applicant();
    const { given } = at.server;
    const clerk = await given.employee(at.company);
    const session = { roleLevel: 'LENDER' as const, company: at.company };
    const as = { token: await given.session(clerk, session) };
    const { body } = await at.apply(at.template.id, as, { borrower: person(who.account) });
    const { id, role } = await invitationTo(who.account.emailAddress);
    expect(role).toBe('LEAD_BORROWER');
    await answer(id, 'ACCEPT', who.as.token);
    const { body: application } = await at.get(body.id, who.as);
    expect(application).toMatchObject({
      leadBorrower: { id: who.account.id },
      people: [{ userId: who.account.id, required: true }],
      abilities: { edit: true, submit: true, submitOwnInfo: true },
    });
  });
});
