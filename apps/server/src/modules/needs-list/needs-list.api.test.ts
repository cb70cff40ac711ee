import { BORROWER, NEEDS, newTemplate, startLender, whileHeld, type Lender } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../platform/db/migrate.ts';
import { needsListActivities } from './index.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await startLender();
});
afterAll(async () => {
  const { connectionString } = lender.server.owner.options;
  expect(await violations(connectionString!)).toEqual([]);
  await lender.server.stop();
});

const runRules = (loanId: string) =>
  needsListActivities({ db: lender.server.db }).askByRules({
    companyId: lender.company.id,
    loanId,
  });
const lastYear = new Date().getUTCFullYear() - 1;

describe('a new loan', () => {
  test('whose first phase is removed in that moment is not made', async () => {
    const { server, company, making, create } = lender;
    const template = await newTemplate(making, NEEDS);
    const orderOfOthers = (order: number) =>
      server.owner.query('update cairn.phase set display_order = $1 where company_id = $2', [
        order,
        company.id,
      ]);
    await orderOfOthers(2);
    const phase = await server.given.phase(company, { displayOrder: 1 });
    const removing = [['delete from cairn.phase where id = $1', [phase.id]]] as const;
    const [reply] = await whileHeld(server, removing, () =>
      create({ templateId: template.id, name: 'Too late' }),
    );
    expect(reply).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await orderOfOthers(1);
  });

  test('is made from a template with its people, its borrower and what is asked for [R060] [R065]', async () => {
    const colleague = await lender.server.given.employee(lender.company);
    const { loanId, body } = await lender.newLoan({
      closeDate: '2027-03-31',
      loanPurpose: 'Working capital',
      lenderUserIds: [colleague.id],
      borrowers: [
        { emailAddress: 'elena@larkspur.example', givenName: 'Elena', familyName: 'Marsh' },
      ],
    });
    expect(body).toMatchObject({ done: true, totals: { added: 5, waiting: 1 } });
    const loan = await lender.loanOf(loanId);
    expect(loan).toMatchObject({
      name: 'Larkspur Bakery',
      loanType: 'SBA_7A',
      amount: 400_000,
      color: '#FAC014',
      closeDate: '2027-03-31',
      applicantEntity: { name: 'Larkspur Bakery LLC' },
      lastModifiedByUser: { id: lender.owner.id },
    });
    expect(loan.shortCode).toMatch(/^LARK-[2-9A-Z]{5}$/);
    expect(loan.loanRoles.map(({ role, user }) => `${role} ${user.id}`).toSorted()).toEqual(
      [lender.owner.id, colleague.id].toSorted().map((id) => `LENDER ${id}`),
    );
    const elements = await lender.packageOf(loanId);
    const folder = elements.find(({ title }) => title === 'Larkspur Bakery LLC')!;
    const inFolder = elements.filter(({ parentId }) => parentId === folder.id);
    expect(inFolder.map(({ title }) => title).toSorted()).toEqual([
      `${lastYear - 1} tax return`,
      `${lastYear} tax return`,
      'Operating agreement',
    ]);
    expect(elements.find(({ title }) => title === 'Operating agreement')).toMatchObject({
      rule: 'entity.kind == LLC',
      sherpaEntityType: 'COMPANY',
    });
    expect(elements.find(({ title }) => title === 'CANARY memo')).toMatchObject({ hidden: true });
    expect(elements.find(({ title }) => title === 'How many jobs?')).toMatchObject({
      questionType: 'NUMBER',
    });
    expect(inFolder[0]!.dueDate).not.toBeNull();
    const { rows } = await lender.server.owner.query(
      'select email_address, role from cairn.invitation where loan_id = $1',
      [loanId],
    );
    expect(rows).toEqual([{ email_address: 'elena@larkspur.example', role: 'LEAD_BORROWER' }]);
  });

  test('says what it was made from, by today’s name and by that of then; to its borrowers neither [R070]', async () => {
    const { given, owner, call } = lender.server;
    const { loanId, template } = await lender.newLoan();
    await owner.query(`update cairn.template set name = 'Renamed' where id = $1`, [template.id]);
    expect(await lender.loanOf(loanId)).toMatchObject({
      template: { id: template.id, name: 'Renamed', version: 1 },
      templateProjectName: 'Template',
    });
    const loan = { id: loanId, companyId: lender.company.id, name: '' };
    const { token } = await given.borrower(loan, 'LEAD_BORROWER');
    const { body } = await call('getLoan', { params: { id: loanId } }, { token });
    expect(body).toMatchObject({ template: null, templateProjectName: null });
  });

  test('takes the entity type of a business beside it, and no placeholder for a type [R267] [R268]', async () => {
    const { template, loanId } = await lender.newLoan({
      entityType: 'LLC',
      entity: { type: 'COMPANY', information: { legalName: 'Larkspur Bakery LLC' } },
    });
    expect(await lender.titlesOf(loanId)).toContain('Operating agreement');
    for (const field of ['loanType', 'entityType']) {
      const refused = await lender.create({
        templateId: template.id,
        name: 'Larkspur Bakery',
        [field]: 'INVALID',
      });
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { fieldErrors: { [field]: expect.stringMatching(/^Choose an? /) } },
      ]);
    }
  });

  test('is shown before it is made, and nothing is made by looking', async () => {
    const template = await newTemplate(lender.making, NEEDS);
    const before = await lender.server.owner.query('select count(*) from cairn.loan');
    const { body } = await lender.create({
      templateId: template.id,
      name: 'Larkspur Bakery',
      amount: 900_000,
      entity: BORROWER,
      dryRun: true,
    });
    expect(body).toMatchObject({ done: false, loanId: null, totals: { added: 6, waiting: 1 } });
    expect(body.added.find(({ title }) => title === 'Appraisal')).toMatchObject({
      path: ['Closing'],
      rule: 'loan.amount > 500000',
      because: ['loan.amount > 500000'],
    });
    expect(body.waiting).toMatchObject([
      { title: 'Franchise agreement', missing: ['loan.isFranchise'] },
    ]);
    expect(await lender.server.owner.query('select count(*) from cairn.loan')).toMatchObject({
      rows: before.rows,
    });
  });

  test('is made without what its maker left out, for good, and with the phases that were chosen', async () => {
    const template = await newTemplate(lender.making, NEEDS);
    const loan = {
      templateId: template.id,
      name: 'Larkspur Bakery',
      amount: 900_000,
      entity: BORROWER,
    };
    const { body: preview } = await lender.create({ ...loan, dryRun: true });
    const elementCalled = (title: string) => {
      const { templateElementId, repeat } = preview.added.find((each) => each.title === title)!;
      return { templateElementId, repeat };
    };
    const inClosing = preview.added.filter(({ path }) => path.includes('Closing'));
    expect(inClosing.map(({ title }) => title)).toContain('Appraisal');
    const leaveOut = [
      ...inClosing.map(({ title }) => elementCalled(title)),
      elementCalled(`${lastYear} tax return`),
    ];
    const postpone = [
      { ...elementCalled('Operating agreement'), releasePhase: 'CLOSING' as const },
      { ...elementCalled(`${lastYear - 1} tax return`), releasePhase: null },
    ];
    const { body } = await lender.create({ ...loan, leaveOut, postpone });
    expect(body).toMatchObject({ done: true });
    expect(body.totals.added).toBe(preview.totals.added - leaveOut.length);
    const loanId = body.loanId!;
    const titles = (await lender.packageOf(loanId)).map(({ title }) => title);
    // A folder whose content was all left out is not created either.
    for (const title of ['Appraisal', 'Closing', `${lastYear} tax return`]) {
      expect(titles).not.toContain(title);
    }
    const { rows } = await lender.server.owner.query(
      `select title, release_phase from cairn.element
        where loan_id = $1 and title = any($2) order by title desc`,
      [loanId, ['Operating agreement', `${lastYear - 1} tax return`]],
    );
    expect(rows).toEqual([
      { title: 'Operating agreement', release_phase: 'CLOSING' },
      { title: `${lastYear - 1} tax return`, release_phase: null },
    ]);

    await runRules(loanId);
    expect(await lender.titlesOf(loanId)).not.toContain('Appraisal');
    const { body: open } = await lender.server.call(
      'listSuggestions',
      { params: { id: loanId } },
      lender.as,
    );
    expect(open.suggested).toEqual([]);
  });

  test('is not made with an adjustment of a request that the preview did not show', async () => {
    const template = await newTemplate(lender.making, NEEDS);
    const loan = { templateId: template.id, name: 'Larkspur Bakery', entity: BORROWER };
    const unknown = { templateElementId: template.id, repeat: '' };
    for (const adjustment of [
      { leaveOut: [unknown] },
      { postpone: [{ ...unknown, releasePhase: 'CLOSING' as const }] },
    ]) {
      const refused = await lender.create({ ...loan, ...adjustment });
      expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    }
  });

  test('needs a published template of a loan, people of the company, and a type', async () => {
    const draft = (
      await lender.server.call('createTemplate', { body: { name: 'Draft' } }, lender.as)
    ).body;
    const refused = async (over: object) => {
      const { template } = { template: await newTemplate(lender.making, [{ title: 'A' }]) };
      return (await lender.create({ templateId: template.id, name: 'L', ...over })).body;
    };
    expect(await refused({ templateId: draft.id })).toMatchObject({
      code: 'TEMPLATE_NOT_PUBLISHED',
    });
    const stranger = await lender.server.given.account();
    expect(await refused({ lenderUserIds: [stranger.id] })).toMatchObject({ code: 'NOT_FOUND' });
    const individual = await newTemplate(lender.making, [{ title: 'ID' }], {
      blockType: 'INDIVIDUAL',
    });
    expect(await refused({ templateId: individual.id })).toMatchObject({
      code: 'TEMPLATE_DOES_NOT_FIT',
    });
    const typeless = await newTemplate(lender.making, [{ title: 'A' }], { loanType: null });
    expect(await refused({ templateId: typeless.id })).toMatchObject({
      fieldErrors: { loanType: 'Choose a type' },
    });
  });

  test('beyond the company’s plan is refused, also from the archive; one at the limit is made', async () => {
    const { server, company, making, create, as } = lender;
    const template = await newTemplate(making, [{ title: 'A' }]);
    const portfolio = await server.given.phase(company, { category: 'PORTFOLIO' });
    const archived = await server.given.loan(
      await server.given.phase(company, { category: 'ARCHIVE' }),
    );
    const { rows } = await server.owner.query<{ active: number }>(
      `select count(*)::int as active from cairn.loan
       where company_id = $1 and phase_category <> 'ARCHIVE'`,
      [company.id],
    );
    const { active } = rows[0]!;
    const limit = (most: number | null) =>
      server.owner.query('update cairn.company set plan_max_active_loans = $2 where id = $1', [
        company.id,
        most,
      ]);
    try {
      await limit(active + 1);
      const both = await Promise.all([
        create({ templateId: template.id, name: 'One' }),
        create({ templateId: template.id, name: 'Other' }),
      ]);
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 409,
      ]);
      expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
        code: 'LOAN_PLAN_FULL',
      });
      const back = { params: { id: archived.id }, body: { id: portfolio.id } };
      const refused = await server.call('setLoanPhase', back, as);
      expect(refused.body).toMatchObject({ code: 'LOAN_PLAN_FULL' });
      await limit(active + 2);
      expect((await server.call('setLoanPhase', back, as)).status).toBe(200);
    } finally {
      await limit(null);
    }
  });

  test('asked for twice with one key is made once', async () => {
    const template = await newTemplate(lender.making, [{ title: 'A' }]);
    const body = { templateId: template.id, name: 'Once' } as never;
    const key = crypto.randomUUID();
    const [one, other] = await Promise.all([
      lender.server.call(
        'createFromTemplate',
        { body },
        { ...lender.as, headers: { 'idempotency-key': key } },
      ),
      lender.server.call(
        'createFromTemplate',
        { body },
        { ...lender.as, headers: { 'idempotency-key': key } },
      ),
    ]);
    const created = [one, other].filter(({ status }) => status === 200);
    expect(new Set(created.map(({ body: reply }) => reply.loanId)).size).toBe(1);
  });
});

describe('rules', () => {
  test('a rule adds its request when an amount reaches the limit, once, and names the rule', async () => {
    const { loanId } = await lender.newLoan();
    expect(await lender.titlesOf(loanId)).not.toContain('Appraisal');
    const loan = await lender.loanOf(loanId);
    const { name, loanType, loanPurpose, color, closeDate, lastModifiedDate } = loan;
    await lender.server.call(
      'updateLoan',
      {
        params: { id: loanId },
        body: { name, loanType, loanPurpose, color, closeDate, lastModifiedDate, amount: 750_000 },
      },
      lender.as,
    );
    await runRules(loanId);
    await runRules(loanId);
    const appraisals = (await lender.packageOf(loanId)).filter(
      ({ title }) => title === 'Appraisal',
    );
    expect(appraisals).toMatchObject([{ rule: 'loan.amount > 500000' }]);
    const { rows } = await lender.server.owner.query(
      `select detail from cairn.audit_entry where loan_id = $1 and kind = 'requests.askedByRule'`,
      [loanId],
    );
    expect(rows).toMatchObject([{ detail: { requests: [{ rule: 'loan.amount > 500000' }] } }]);
    const trash = { body: { loanId, elements: [appraisals[0]!.id] } };
    await lender.server.call('trashElements', trash, lender.as);
    await lender.server.call('removeElements', trash, lender.as);
    await runRules(loanId);
    expect(await lender.titlesOf(loanId)).not.toContain('Appraisal');
  });

  test('fill the folder of a new entity, by its ownership, and suggest what is not required', async () => {
    const { loanId } = await lender.newLoan();
    const guarantor = await lender.server.call(
      'createEntity',
      {
        body: {
          loanId,
          type: 'INDIVIDUAL',
          label: 'GUARANTOR',
          entity: { information: { givenName: 'Jonas', familyName: 'Marsh' } },
        },
      },
      lender.as,
    );
    await runRules(loanId);
    expect(await lender.titlesOf(loanId)).not.toContain('Personal financial statement');
    const open = async () =>
      (await lender.server.call('listSuggestions', { params: { id: loanId } }, lender.as)).body;
    expect(await open()).toMatchObject({
      suggested: [{ title: 'Guaranty of Jonas Marsh', because: ['entity.label == GUARANTOR'] }],
    });
    expect((await open()).waiting.map(({ title }) => title)).toContain(
      'Personal financial statement',
    );

    const { entityId } = (await lender.loanOf(loanId)).applicantEntity!;
    await lender.server.call(
      'setOwners',
      {
        params: { id: entityId },
        body: { version: 0, owners: [{ ownerId: guarantor.body.entityId, share: 60, asOf: null }] },
      },
      lender.as,
    );
    await runRules(loanId);
    expect(
      (await lender.packageOf(loanId)).find(({ title }) => title.startsWith('Personal')),
    ).toMatchObject({
      parentId: guarantor.body.folderId,
      rule: 'entity.ownership >= 20',
    });

    const { suggested, waiting } = await open();
    const key = ({ templateElementId, entityId: about, repeat }: (typeof suggested)[number]) => ({
      templateElementId,
      entityId: about,
      repeat,
    });
    const decided = await lender.server.call(
      'decideSuggestions',
      {
        params: { id: loanId },
        body: { add: suggested.map(key), dismiss: waiting.map(key) },
      },
      lender.as,
    );
    expect(decided.body).toEqual({ added: 1, dismissed: 1 });
    expect(await lender.titlesOf(loanId)).toContain('Guaranty of Jonas Marsh');
    expect(await open()).toMatchObject({ suggested: [], waiting: [] });
    const again = await lender.server.call(
      'decideSuggestions',
      { params: { id: loanId }, body: { add: suggested.map(key) } },
      lender.as,
    );
    expect(again.status).toBe(404);
  });

  test('are the lender’s: a borrower reads neither rule nor suggestion', async () => {
    const { loanId } = await lender.newLoan();
    const lead = await lender.server.given.account();
    await lender.server.given.role(
      { companyId: lender.company.id, id: loanId } as never,
      lead,
      'LEAD_BORROWER',
    );
    const theirs = { token: await lender.server.given.session(lead, { roleLevel: 'BORROWER' }) };
    const reply = await lender.server.call('listElements', { params: { id: loanId } }, theirs);
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).not.toContain('CANARY');
    expect(reply.body.elements.map(({ rule }) => rule)).not.toContain('entity.kind == LLC');
    const suggestions = await lender.server.call(
      'listSuggestions',
      { params: { id: loanId } },
      theirs,
    );
    expect(suggestions.status).toBe(403);
  });
});
