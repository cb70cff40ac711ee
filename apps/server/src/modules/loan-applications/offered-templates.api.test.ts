import { randomUUID } from 'node:crypto';
import type { CallName } from '@cairn/contract';
import { newTemplate, startApplying, type Applying } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let at: Applying;
beforeAll(async () => {
  at = await startApplying();
});
afterAll(() => at.server.stop());

const applyNow = { modifiers: ['APPLY_NOW'] };
const staffOf = async (company: { id: string; name: string }, level: 'OWNER' | 'EMPLOYEE') => {
  const account = await at.server.given.employee(company, { level });
  const session = { roleLevel: 'LENDER' as const, company };
  return { account, as: { token: await at.server.given.session(account, session) } };
};

test('a loan named after a person with long names has as much of them as fits', async () => {
  const long = { givenName: 'G'.repeat(200), familyName: 'F'.repeat(200) };
  const applicant = await at.applicant(long);
  const { status, body } = await at.apply(at.template.id, applicant.as, { entity: undefined });
  expect(status).toBe(200);
  expect(body.name).toBe(`${'G'.repeat(200)} ${'F'.repeat(54)}`);
});

describe('what a lender offers', () => {
  test('is published templates with something for applicants, by what they are for [R097] [R187]', async () => {
    const making = { server: at.server, token: at.as.token };
    await newTemplate(making, [{ title: 'Formation papers', ...applyNow }], {
      name: 'Businesses',
      blockType: 'COMPANY',
      loanType: null,
    });
    await newTemplate(making, [{ title: 'Trust deed', ...applyNow }], {
      name: 'Trusts',
      blockType: 'TRUST',
      loanType: null,
    });
    await newTemplate(making, [{ title: 'Internal' }], { name: 'CANARY not offered' });
    const deleted = await newTemplate(making, [{ title: 'Old', ...applyNow }], {
      name: 'CANARY trashed',
    });
    await at.server.call('deleteTemplates', { body: { ids: [deleted.id] } }, at.as);
    await at.server.call('createTemplate', { body: { name: 'CANARY draft' } }, at.as);

    const applicant = await at.applicant();
    const { body: application } = await at.apply(at.template.id, applicant.as);
    const { body, text } = await at.server.call(
      'listTemplatesOfApplication',
      { params: { loanId: application.id } },
      applicant.as,
    );
    expect(Object.keys(body)).toEqual(['LOAN', 'COMPANY', 'INDIVIDUAL', 'TRUST', 'ASSET']);
    expect(body).toMatchObject({
      LOAN: [
        {
          id: at.template.id,
          name: 'Small business loan',
          blockType: 'LOAN',
          loanType: 'SBA_7A',
          documents: 2,
        },
      ],
      COMPANY: [{ name: 'Businesses', documents: 1 }],
      INDIVIDUAL: [],
      TRUST: [{ name: 'Trusts' }],
      ASSET: [],
    });
    expect(text).not.toContain('CANARY');

    // A user without any role at the lender gets the same reply, and nothing more.
    const stranger = await at.applicant();
    const listOffered = async (name: CallName) =>
      (await at.server.call(name, { params: { lenderId: at.company.id } }, stranger.as)).body as {
        templates: { name: string }[];
      };
    expect((await listOffered('listLoanTemplatesOffered')).templates).toEqual(body.LOAN);
    expect((await listOffered('listCompanyTemplates')).templates).toEqual(body.COMPANY);
    expect((await listOffered('listTrustTemplates')).templates).toEqual(body.TRUST);
    expect((await listOffered('listAssetTemplates')).templates).toEqual([]);
    for (const lenderId of [randomUUID(), '00000000-0000-0000-0000-000000000000']) {
      const none = await at.server.call(
        'listLoanTemplatesOffered',
        { params: { lenderId } },
        stranger.as,
      );
      expect(none.status).toBe(404);
    }
  });

  test('and nothing else begins an application', async () => {
    const making = { server: at.server, token: at.as.token };
    const applicant = await at.applicant();
    const hidden = await newTemplate(making, [{ title: 'Internal' }]);
    const business = await newTemplate(making, [{ title: 'A', ...applyNow }], {
      blockType: 'COMPANY',
    });
    const typeless = await newTemplate(making, [{ title: 'A', ...applyNow }], { loanType: null });
    const code = async (templateId: string, over: object = {}) => {
      const { body } = await at.apply(templateId, applicant.as, over);
      return (body as unknown as { code: string }).code;
    };
    expect(await code(hidden.id)).toBe('NOT_FOUND');
    expect(await code(randomUUID())).toBe('NOT_FOUND');
    expect(await code(business.id)).toBe('TEMPLATE_DOES_NOT_FIT');
    const { body } = await at.apply(typeless.id, applicant.as);
    expect(body).toMatchObject({ fieldErrors: { loanType: 'Choose a type' } });
    expect(
      (await at.apply(typeless.id, applicant.as, { loanType: 'EQUIPMENT' })).body.loanType,
    ).toBe('EQUIPMENT');
    const borrower = { emailAddress: 'a@b.example', givenName: 'A', familyName: 'B' };
    expect(await code(at.template.id, { borrower })).toBe('INVALID_REQUEST');
    const employee = await staffOf(at.company, 'EMPLOYEE');
    const byEmployee = await at.apply(hidden.id, employee.as, { borrower });
    expect(byEmployee.body).toMatchObject({ code: 'TEMPLATE_DOES_NOT_FIT' });
  });

  test('lender-only elements never reach the applicant', async () => {
    const applicant = await at.applicant();
    const { body: application, text } = await at.apply(at.template.id, applicant.as);
    const loanId = application.id;
    const { body, text: elements } = await at.server.call(
      'listApplicationElements',
      { params: { loanId } },
      applicant.as,
    );
    expect(body.elements.map(({ title }) => title).toSorted()).toEqual([
      'Business plan',
      'Business tax return',
    ]);
    const whole = await at.server.call('listElements', { params: { id: loanId } }, applicant.as);
    const again = await at.get(loanId, applicant.as);
    for (const reply of [text, elements, whole.text, again.text])
      expect(reply).not.toContain('CANARY');
    const byLender = await at.server.call('listApplicationElements', { params: { loanId } }, at.as);
    expect(byLender.text).toContain('CANARY credit memo');
    expect((await at.get(loanId, at.as)).body.documents).toEqual({ asked: 3, answered: 0 });
  });
});

describe('the lists of a lender', () => {
  test('are open, rejected and all, a page at a time [R329]', async () => {
    const { given, owner } = at.server;
    const company = await given.company();
    const lead = await given.phase(company, { category: 'LEAD' });
    const head = await staffOf(company, 'OWNER');
    const states = [
      'DRAFT',
      'SUBMITTED',
      'IN_REVIEW',
      'REJECTED',
      'ACCEPTED',
      'SUBMITTED',
    ] as const;
    const names: string[] = [];
    for (const [index, state] of states.entries()) {
      const loan = await given.loan(lead, { name: `${index} ${state}` });
      names.push(loan.name);
      await given.application(loan, head.account, state, { hoursAgo: 100 - index });
      if (index === 5) {
        await owner.query(`update cairn.loan set status = 'WITHDRAWN' where id = $1`, [loan.id]);
      }
    }
    const list = async (
      name: 'listOpenApplications' | 'listRejectedApplications' | 'listLenderApplications',
      as = head.as,
    ) => {
      const listedNames: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: Record<string, string> = { limit: '2', ...(cursor && { cursor }) };
        const { body, status } = await at.server.call(
          name,
          { params: { id: company.id }, query },
          as,
        );
        if (status !== 200) return status;
        listedNames.push(...body.applications.map((each) => each.name));
        cursor = body.nextCursor;
      }
      return listedNames;
    };
    expect(await list('listOpenApplications')).toEqual([names[1], names[2]]);
    expect(await list('listRejectedApplications')).toEqual([names[3]]);
    expect(await list('listLenderApplications')).toEqual(names.toReversed());

    const admin = await given.account({ platformAdmin: true });
    const asAdmin = { token: await given.session(admin, { roleLevel: 'ADMIN' }) };
    expect(await list('listOpenApplications', asAdmin)).toEqual([names[1], names[2]]);
    expect(await list('listOpenApplications', at.as)).toBe(404);
    const underwriter = await given.account();
    const asUnderwriter = { token: await given.session(underwriter, { roleLevel: 'LENDER' }) };
    expect(await list('listOpenApplications', asUnderwriter)).toBe(404);
    const { rows } = await owner.query<{ id: string }>(
      'select id from cairn.loan where company_id = $1 and name = $2',
      [company.id, names[2]],
    );
    const part = { companyId: company.id, id: rows[0]!.id, name: '' };
    await given.role(part, underwriter, 'UNDERWRITER_LENDER');
    expect(await list('listOpenApplications', asUnderwriter)).toEqual([names[2]]);
    expect(await list('listLenderApplications', asUnderwriter)).toEqual([names[2]]);
    const { body } = await at.server.call(
      'listOpenApplications',
      { params: { id: company.id }, query: { cursor: 'nonsense' } },
      head.as,
    );
    expect(body).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('are not the applicant’s, who sees their own', async () => {
    const [one, other] = [await at.applicant(), await at.applicant()];
    const { body: first } = await at.apply(at.template.id, one.as, { name: 'First' });
    const { body: second } = await at.apply(at.template.id, one.as, { name: 'Second' });
    await at.apply(at.template.id, other.as);
    const own = await at.server.call('listApplications', {}, one.as);
    expect(own.body.applications.map(({ id }) => id)).toEqual([second.id, first.id]);
    const page = await at.server.call('listApplications', { query: { limit: 1 } }, one.as);
    const next = await at.server.call(
      'listApplications',
      { query: { cursor: page.body.nextCursor! } },
      one.as,
    );
    expect(next.body.applications.map(({ id }) => id)).toEqual([first.id]);
    const elsewhere = { query: { lenderId: randomUUID() } };
    expect((await at.server.call('listApplications', elsewhere, one.as)).body.applications).toEqual(
      [],
    );
    const params = { id: at.company.id };
    expect((await at.server.call('listLenderApplications', { params }, one.as)).status).toBe(403);
  });
});

describe('people who have nothing to do with it', () => {
  test('see nothing of an application, whatever they ask', async () => {
    const applicant = await at.applicant();
    const { body: application } = await at.apply(at.template.id, applicant.as);
    const loanId = application.id;
    const elsewhere = await at.server.given.company();
    const strangers = [
      (await at.applicant()).as,
      (await staffOf(elsewhere, 'OWNER')).as,
      (await staffOf(elsewhere, 'EMPLOYEE')).as,
    ];
    const loan = { params: { loanId } };
    const calls: [CallName, object][] = [
      ['getApplication', { params: { id: loanId } }],
      ['updateApplication', { params: { id: loanId }, body: { amount: 1 } }],
      ['listApplicationElements', loan],
      ['listTemplatesOfApplication', loan],
      ['listApplicationInvites', loan],
      ['submitOwnInfo', loan],
      ['submitApplication', loan],
      ['startReview', loan],
      ['finishReview', { ...loan, body: { decision: 'ACCEPTED' } }],
      ['addApplicationBusiness', { body: { loanId, information: {} } }],
    ];
    for (const as of strangers) {
      for (const [name, request] of calls) {
        const { status } = await at.server.call(name, request, as);
        expect(`${name} ${status}`).toBe(`${name} 404`);
      }
    }
    const { status } = await at.apply(at.template.id, strangers[1]!, {
      borrower: { emailAddress: 'a@b.example', givenName: 'A', familyName: 'B' },
    });
    expect(status).toBe(404);
  });

  test('a loan without an application is not found as one', async () => {
    const loan = await at.server.given.loan(at.lead);
    expect((await at.get(loan.id, at.as)).status).toBe(404);
    const { body } = await at.server.call('getLoan', { params: { id: loan.id } }, at.as);
    expect(body.applicationState).toBeNull();
  });

  test('contacts have no part in it; the roles are for those who lend', async () => {
    const { given } = at.server;
    const applicant = await at.applicant();
    const { body: application } = await at.apply(at.template.id, applicant.as);
    const contact = await given.account();
    const loan = { companyId: at.company.id, id: application.id, name: '' };
    await given.role(loan, contact, 'KEY_CONTACT');
    const as = { token: await given.session(contact, { roleLevel: 'CONTACT' }) };
    expect((await at.get(application.id, as)).status).toBe(403);
    const params = { companyId: at.company.id };
    const roles = (who: { token: string }) =>
      at.server.call('listApplicationRoles', { params }, who);
    expect((await roles(at.as)).body.roles).toMatchObject([
      { label: 'APPLICANT', kinds: ['COMPANY', 'INDIVIDUAL', 'TRUST'] },
      { label: 'PRIMARY_OPERATION_COMPANY', kinds: ['COMPANY'] },
      { label: 'EPC' },
      { label: 'GUARANTOR' },
    ]);
    const elsewhere = await staffOf(await given.company(), 'OWNER');
    expect((await roles(elsewhere.as)).status).toBe(404);
    expect((await roles(applicant.as)).status).toBe(403);
  });
});

describe('the roles of a company’s applications', () => {
  const change = (applicationRoles: object, as: { token: string }) =>
    at.server.call(
      'updateCompany',
      { params: { companyId: at.company.id }, body: { settings: { applicationRoles } } },
      as,
    );
  const namesByLabel = (roles: readonly { label: string; name: string; offered: boolean }[]) =>
    Object.fromEntries(roles.map(({ label, name, offered }) => [label, [name, offered]]));

  test('are named and offered as its owner says, role by role', async () => {
    const owner = await staffOf(at.company, 'OWNER');
    const employee = await staffOf(at.company, 'EMPLOYEE');
    expect((await change({ EPC: { name: 'Real estate company' } }, employee.as)).status).toBe(403);
    expect((await change({ APPLICANT: { offered: false } }, owner.as)).status).toBe(400);
    expect((await change({ EPC: { name: ' ' } }, owner.as)).body).toMatchObject({
      fieldErrors: { 'settings.applicationRoles.EPC.name': 'Required' },
    });
    expect((await change({ EPC: { name: 'Real estate company' } }, owner.as)).status).toBe(200);
    expect((await change({ EPC: { offered: false } }, owner.as)).status).toBe(200);
    const { body } = await change({ APPLICANT: { name: 'Applicant' } }, owner.as);
    const expected = {
      APPLICANT: ['Applicant', true],
      PRIMARY_OPERATION_COMPANY: ['Operating company', true],
      EPC: ['Real estate company', false],
      GUARANTOR: ['Guarantor', true],
    };
    expect(namesByLabel(body.settings.applicationRoles)).toEqual(expected);

    // The applicant reads them in the application, another company keeps its own.
    const applicant = await at.applicant();
    const { body: application } = await at.apply(at.template.id, applicant.as);
    expect(namesByLabel(application.roles)).toEqual(expected);
    const elsewhere = await at.server.given.company();
    const other = await staffOf(elsewhere, 'OWNER');
    const { body: own } = await at.server.call(
      'listApplicationRoles',
      { params: { companyId: elsewhere.id } },
      other.as,
    );
    expect(namesByLabel(own.roles)).toMatchObject({ EPC: ['Property owner', true] });
  });

  test('are not given anew once they are no longer offered; who has one keeps it', async () => {
    const owner = await staffOf(at.company, 'OWNER');
    await change({ EPC: { offered: true } }, owner.as);
    const applicant = await at.applicant();
    const { body: application } = await at.apply(at.template.id, applicant.as);
    const loanId = application.id;
    const add = (trustName: string) =>
      at.server.call(
        'addApplicationBusiness',
        { body: { loanId, type: 'TRUST', information: { trustName }, labels: ['EPC'] } },
        applicant.as,
      );
    const { body: trust } = await add('Marsh Family Trust');
    await change({ EPC: { offered: false } }, owner.as);
    const refused = await add('Second Trust');
    expect(refused.body).toMatchObject({
      fieldErrors: { labels: 'The lender doesn’t offer this role' },
    });
    const { body: familyTrust } = await at.server.call(
      'updateApplicationBusiness',
      {
        params: { applicationId: loanId, entityId: trust.entityId },
        body: {
          version: trust.version,
          information: { trustName: 'Marsh Trust' },
          labels: ['EPC'],
        },
      },
      applicant.as,
    );
    expect(familyTrust).toMatchObject({ name: 'Marsh Trust', labels: ['EPC'] });
  });

  test('are not taken by the calls with which a loan gets an entity, but given by those who lend', async () => {
    const owner = await staffOf(at.company, 'OWNER');
    await change({ EPC: { offered: false } }, owner.as);
    const applicant = await at.applicant();
    const { body: application } = await at.apply(at.template.id, applicant.as);
    const loanId = application.id;
    const trust = { trustName: 'Marsh Family Trust' };
    const person = { givenName: 'Ruth', familyName: 'Ames' };
    const put = (type: string, information: object, label: string, as = applicant.as) =>
      at.server.send(
        'createEntity',
        { body: { loanId, type, entity: { information }, labels: [label] } },
        as,
      );
    expect((await put('TRUST', trust, 'EPC')).body).toMatchObject({
      fieldErrors: { labels: 'The lender doesn’t offer this role' },
    });
    expect((await put('INDIVIDUAL', person, 'PRIMARY_OPERATION_COMPANY')).body).toMatchObject({
      fieldErrors: { labels: 'Not a role for this kind of entity' },
    });
    expect((await put('TRUST', trust, 'GUARANTOR')).status).toBe(200);
    expect((await put('TRUST', trust, 'EPC', owner.as)).body).toMatchObject({ labels: ['EPC'] });

    // The lead borrower takes themselves off, and on again in another role.
    const { body: now } = await at.get(loanId, applicant.as);
    const { entityId } = now.people.find(({ userId }) => userId === applicant.account.id)!;
    const params = { loanId, entityId };
    await at.server.call('removeApplicationEntity', { params }, applicant.as);
    const self = { loanId, information: {}, labels: ['EPC'], self: true };
    const refused = await at.server.send('addApplicationIndividual', { body: self }, applicant.as);
    expect(refused.body).toMatchObject({
      fieldErrors: { labels: 'Not a role for this kind of entity' },
    });
    await change({ EPC: { offered: true } }, owner.as);
  });
});
