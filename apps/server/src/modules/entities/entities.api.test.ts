import { DEFAULT_COLOR } from '@cairn/contract';
import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let phase: Phase;
let owner: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  phase = await server.given.phase(company);
  owner = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(owner, { roleLevel: 'LENDER', company });
});
afterAll(() => server.stop());

const bakery = { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' };
const as = () => ({ token });

async function createOn(loan: Loan, information: Record<string, string> = bakery) {
  const { status, body } = await server.call(
    'createBusiness',
    { body: { loanId: loan.id, information } },
    as(),
  );
  expect(status).toBe(200);
  return body;
}

describe('an entity on a loan', () => {
  test('with a long name has a name and a folder that end with a whole character', async () => {
    const loan = await server.given.loan(phase);
    const { status, body } = await server.call(
      'createEntity',
      {
        body: {
          loanId: loan.id,
          type: 'INDIVIDUAL',
          entity: { information: { givenName: 'x', familyName: '😀'.repeat(127) } },
        },
      },
      as(),
    );
    expect(status).toBe(200);
    expect(body.name).toBe(`x ${'😀'.repeat(126)}`);
  });

  test('carries the lender’s own fields on this loan, which no borrower reads [R072]', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const other = await given.loan(phase);
    const { entityId } = await createOn(loan);
    await call(
      'createEntity',
      { body: { loanId: other.id, type: 'COMPANY', entity: { id: entityId } } },
      as(),
    );
    const customize = (customizations: Record<string, string | null>, who = as()) =>
      call(
        'bulkUpdateEntity',
        { params: { loanId: loan.id }, body: [{ entityId, version: 1, customizations }] },
        who,
      );
    const set = await customize({ 'Risk rating': ' 4 ', Referrer: 'Harbor CPA' });
    expect(set.body.loanEntities[0]).toMatchObject({
      version: 1,
      customizations: { 'Risk rating': '4', Referrer: 'Harbor CPA' },
    });
    // The others stay; null removes; nothing is recorded where nothing differs.
    await customize({ 'Risk rating': '3', Referrer: null });
    await customize({ 'Risk rating': '3' });
    const read = async (loanId: string, who = as()) =>
      (await call('listLoanEntities', { params: { id: loanId } }, who)).body.loanEntities.map(
        ({ customizations }) => customizations,
      );
    expect(await read(loan.id)).toEqual([{ 'Risk rating': '3' }]);
    expect(await read(other.id)).toEqual([{}]);
    const { rows } = await server.owner.query<{ loan_id: string; detail: object }>(
      `select loan_id, detail from cairn.audit_entry
       where company_id = $1 and kind = 'entity.customized'`,
      [company.id],
    );
    expect(rows).toEqual(
      [1, 2].map(() => ({ loan_id: loan.id, detail: { entityIds: [entityId] } })),
    );

    const lead = await given.account();
    await given.role(loan, lead, 'LEAD_BORROWER');
    const borrower = { token: await given.session(lead, { roleLevel: 'BORROWER' }) };
    expect(await read(loan.id, borrower)).toEqual([{}]);
    expect((await customize({ 'Risk rating': '1' }, borrower)).status).toBe(403);

    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`Field ${n}`, 'x']));
    expect((await customize(many)).body).toMatchObject({
      fieldErrors: { '0.customizations': 'At most 20 fields' },
    });
    expect((await customize({ 'Risk rating': ' ' })).status).toBe(400);
    expect(await read(loan.id)).toEqual([{ 'Risk rating': '3' }]);
  });

  test('tells borrowers nothing when the lender’s own fields of it change', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const { entityId } = await createOn(loan);
    const lead = await given.account();
    await given.role(loan, lead, 'LEAD_BORROWER');
    const leadToken = await given.session(lead, { roleLevel: 'BORROWER' });
    const [borrower, lender] = [
      await Ear.listen(server, leadToken),
      await Ear.listen(server, as().token),
    ];
    await call(
      'bulkUpdateEntity',
      {
        params: { loanId: loan.id },
        body: [{ entityId, version: 1, customizations: { 'Risk rating': '4' } }],
      },
      as(),
    );
    await until(async () => lender.changes.some(({ kind }) => kind === 'entity.customized'));
    expect(borrower.changes).toEqual([]);
    borrower.close();
    lender.close();
  });

  test('is one of 200 that a person outside the lender may add in a day; the lender has no such limit', async () => {
    const { given, call, owner: database } = server;
    const loan = await given.loan(phase);
    const lead = await given.account();
    await given.role(loan, lead, 'LEAD_BORROWER');
    const borrower = { token: await given.session(lead, { roleLevel: 'BORROWER' }) };
    const add = (who: { token: string }) =>
      call('createBusiness', { body: { loanId: loan.id, information: bakery } }, who);
    expect((await add(borrower)).status).toBe(200);
    await database.query(`update cairn.call_count set calls = 199 where key = sha256($1)`, [
      Buffer.from(`entities of ${lead.id} at ${company.id}`),
    ]);
    expect((await add(borrower)).status).toBe(200);
    expect((await add(borrower)).body).toMatchObject({
      code: 'INVALID_REQUEST',
      fieldErrors: {
        information: 'You can add at most 200 people, businesses and assets in a day',
      },
    });
    expect((await add(as())).status).toBe(200);
  });

  test('is put there with labels and newest information [R072]', async () => {
    const loan = await server.given.loan(phase);
    const created = await server.call(
      'createEntity',
      {
        body: {
          loanId: loan.id,
          type: 'COMPANY',
          label: 'APPLICANT',
          entity: { information: { ...bakery, taxId: '12-3456789' } },
        },
      },
      as(),
    );
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      loanId: loan.id,
      label: 'APPLICANT',
      labels: ['APPLICANT'],
      templateId: null,
      templateName: null,
      customizations: {},
      name: 'Larkspur Bakery LLC',
      sherpaEntityType: 'COMPANY',
      information: bakery,
      masked: { taxId: '••-•••6789' },
      version: 1,
    });
    const { body } = await server.call(
      'getLoanEntity',
      { params: { loanId: loan.id, loanEntityId: created.body.id } },
      as(),
    );
    expect(body).toEqual(created.body);

    // Later changes by any call are visible on the loan.
    await server.call(
      'updateBusiness',
      {
        params: { id: created.body.entityId },
        body: { version: 1, information: { legalName: 'Larkspur Bakeries LLC' } },
      },
      as(),
    );
    const later = await server.call(
      'getLoanEntity',
      { params: { loanId: loan.id, loanEntityId: created.body.id } },
      as(),
    );
    expect(later.body).toMatchObject({
      id: created.body.id,
      name: 'Larkspur Bakeries LLC',
      information: { ...bakery, legalName: 'Larkspur Bakeries LLC' },
      version: 2,
    });
  });

  test('appears in the loan; the first with a label is the applicant [R060] [R063] [R065]', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    await given.entity(loan, { name: 'A building', kind: 'REAL_ESTATE_ASSET' });
    const first = await given.entity(loan, { name: 'Larkspur', labels: ['EPC'] });
    await given.entity(loan, { name: 'Marsh Trust', kind: 'TRUST', labels: ['APPLICANT'] });

    const { body } = await call('getLoan', { params: { id: loan.id } }, as());

    expect(body.color).toBe(DEFAULT_COLOR);
    expect(body.loanEntities.map(({ name, label }) => [name, label])).toEqual([
      ['A building', null],
      ['Larkspur', 'EPC'],
      ['Marsh Trust', 'APPLICANT'],
    ]);
    expect(body.applicantEntity).toMatchObject({ entityId: first.id, label: 'EPC' });
    const list = await call('listLoanEntities', { params: { id: loan.id } }, as());
    expect(list.body.applicantEntityId).toBe(first.id);
  });

  test('keeps its labels when others are added, also at the same time; only those named go', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const { loanEntityId } = await given.entity(loan, { labels: ['APPLICANT'] });
    const label = (labels: ('GUARANTOR' | 'EPC')[], removed?: 'APPLICANT'[]) =>
      call('labelEntity', { body: { loanId: loan.id, loanEntityId, labels, removed } }, as());
    await Promise.all([label(['GUARANTOR']), label(['EPC'])]);
    const { body } = await call(
      'getLoanEntity',
      { params: { loanId: loan.id, loanEntityId } },
      as(),
    );
    expect(body.labels.toSorted()).toEqual(['APPLICANT', 'EPC', 'GUARANTOR']);
    const reply = await label([], ['APPLICANT']);
    expect(reply.body.labels.toSorted()).toEqual(['EPC', 'GUARANTOR']);
  });

  test('gets a folder in the package, of its kind and under its name [R081] [R083]', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const created = await createOn(loan);
    const trust = await call(
      'createEntity',
      {
        body: {
          loanId: loan.id,
          type: 'TRUST',
          entity: { information: { trustName: 'Marsh Family Trust' } },
        },
      },
      as(),
    );
    const { body } = await call('listElements', { params: { id: loan.id } }, as());
    const root = body.elements.find(({ parentId }) => parentId === null)!;
    expect(root).toMatchObject({ title: 'Package', storageType: 'FOLDER' });
    expect(body.elements.filter(({ sherpaEntityId }) => sherpaEntityId)).toMatchObject([
      {
        id: created.folderId,
        parentId: root.id,
        title: 'Larkspur Bakery LLC',
        sherpaEntityType: 'COMPANY',
        sherpaEntityId: created.entityId,
      },
      { id: trust.body.folderId, title: 'Marsh Family Trust', sherpaEntityType: 'TRUST' },
    ]);

    await call(
      'renameEntity',
      { params: { id: created.entityId }, body: { name: 'Larkspur' } },
      as(),
    );
    const renamed = await call('listElements', { params: { id: loan.id } }, as());
    expect(renamed.body.elements.map(({ title }) => title)).toContain('Larkspur');
  });

  test('taken off and put on again finds its folder again', async () => {
    const loan = await server.given.loan(phase);
    const created = await createOn(loan);
    const removed = await server.call(
      'removeEntity',
      { params: { loanId: loan.id, entityId: created.entityId } },
      as(),
    );
    expect(removed.body).toEqual({ loanId: loan.id, entityId: created.entityId });
    const again = await server.call(
      'createEntity',
      { body: { loanId: loan.id, type: 'COMPANY', entity: { id: created.entityId } } },
      as(),
    );
    expect(again.body.folderId).toBe(created.folderId);
  });

  test('is reused on other loans of the lender, which lists those that are missing [R076]', async () => {
    const { given, call } = server;
    const [one, two] = [await given.loan(phase), await given.loan(phase)];
    const created = await createOn(one, { ...bakery, legalName: 'Reused Bakery LLC' });
    const stranger = await given.entity(
      await given.loan(await given.phase(await given.company())),
      {
        name: 'Reused elsewhere',
      },
    );

    const missing = (loan: Loan) =>
      call('listLenderEntities', { params: { loanId: loan.id }, query: { q: 'reused' } }, as());
    expect((await missing(one)).body.entities).toEqual([]);
    expect((await missing(two)).body.entities).toEqual([
      { id: created.entityId, kind: 'COMPANY', name: 'Reused Bakery LLC', loans: 1 },
    ]);
    const link = (id: string) =>
      call('createEntity', { body: { loanId: two.id, type: 'COMPANY', entity: { id } } }, as());
    expect((await link(created.entityId)).status).toBe(200);
    expect((await link(created.entityId)).status).toBe(409);
    expect((await link(stranger.id)).status).toBe(404);
    expect((await missing(two)).body.entities).toEqual([]);

    // An address that is entered once.
    await call(
      'updateBusiness',
      { params: { id: created.entityId }, body: { version: 1, information: { city: 'Bend' } } },
      as(),
    );
    const list = await call('listLoanEntities', { params: { id: two.id } }, as());
    expect(list.body.loanEntities[0]).toMatchObject({ version: 2, information: { city: 'Bend' } });
  });

  test('validation errors are reported field by field [R266] [R268] [R271]', async () => {
    const loan = await server.given.loan(phase);
    const { status, body } = await server.call(
      'createBusiness',
      { body: { loanId: loan.id, information: { entityType: 'INVALID', taxId: '123' } } },
      as(),
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fieldErrors: {
        'information.legalName': 'Required',
        'information.entityType': 'Required',
        'information.taxId': 'Enter an EIN, like 12-3456789',
      },
    });
  });

  test.each([
    [
      'createRealEstate',
      'updateRealEstate',
      'getRealEstate',
      { street: '418 Orchard Street', city: 'Bend', state: 'OR' },
    ],
    ['createEquipment', 'updateEquipment', 'getEquipment', {}],
    ['createBankAsset', 'updateBankAsset', 'getBankAsset', { institution: 'Pinewood Bank' }],
    ['createRandomAsset', 'updateRandomAsset', 'getRandomAsset', {}],
  ] as const)(
    '%s makes collateral, and its kind’s own calls change and read it',
    async (create, update, get, needed) => {
      const loan = await server.given.loan(phase);
      const information = { title: 'Deck oven', ...needed };
      const created = await server.call(create, { body: { loanId: loan.id, information } }, as());
      expect(created.body).toMatchObject({ loanId: loan.id, information });
      const params = { id: created.body.entityId };
      const body = { version: 1, information: { title: 'Deck oven, 2019' } };
      expect((await server.call(update, { params, body }, as())).body).toMatchObject({
        version: 2,
      });
      expect((await server.call(get, { params }, as())).body).toMatchObject({
        version: 2,
        information: { title: 'Deck oven, 2019', ...needed },
      });
    },
  );

  test('createAsset makes collateral of the kind that it names', async () => {
    const loan = await server.given.loan(phase);
    const { body } = await server.call(
      'createAsset',
      {
        body: { loanId: loan.id, type: 'OTHER_ASSET', information: { title: 'Receivables' } },
      },
      as(),
    );
    expect(body).toMatchObject({ loanId: loan.id, sherpaEntityType: 'OTHER_ASSET' });
  });

  test('each call of a kind finds its own kind and no other', async () => {
    const loan = await server.given.loan(phase);
    const truck = await server.call(
      'createEquipment',
      { body: { loanId: loan.id, information: { title: 'Oven', year: '2019' } } },
      as(),
    );
    const params = { id: truck.body.entityId };
    const reply = await server.call('getEquipment', { params }, as());
    expect(reply.body.information).toEqual({ title: 'Oven', year: 2019 });
    expect((await server.call('getRealEstate', { params }, as())).status).toBe(404);
  });
});

describe('one’s own individual', () => {
  test('is made of the account once, and only its owner and the lender see it', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const jonas = await given.account({ givenName: 'Jonas', familyName: 'Marsh' });
    await given.role(loan, jonas, 'BORROWER');
    const his = { token: await given.session(jonas, { roleLevel: 'BORROWER' }) };
    await createOn(loan);

    const before = await call('getOwnIndividual', { query: { loanId: loan.id } }, his);
    expect(before.body).toEqual({ individual: null });
    const created = await call('createIndividualFromUser', { body: { loanId: loan.id } }, his);
    expect(created.body).toMatchObject({
      name: 'Jonas Marsh',
      userId: jonas.id,
      information: { givenName: 'Jonas', familyName: 'Marsh', emailAddress: jonas.emailAddress },
      abilities: { edit: true, reveal: true },
    });
    const again = await call('createIndividualFromUser', { body: { loanId: loan.id } }, his);
    expect(again.body.id).toBe(created.body.id);

    const list = await call('listLoanEntities', { params: { id: loan.id } }, his);
    expect(list.body.loanEntities.map(({ name }) => name)).toEqual(['Jonas Marsh']);
    const changed = await call(
      'updateIndividual',
      {
        params: { id: created.body.id },
        body: { version: 1, information: { ssn: '900-12-3456', birthDate: '1984-03-05' } },
      },
      his,
    );
    expect(changed.body.masked).toEqual({ ssn: '•••-••-3456', birthDate: '••/••/••••' });
    const revealed = await call(
      'revealIdentifier',
      { params: { id: created.body.id }, body: { field: 'birthDate' } },
      his,
    );
    expect(revealed.body.value).toBe('1984-03-05');
    const ofUser = await call('getIndividualOfUser', { params: { userId: jonas.id } }, as());
    expect(ofUser.body.individual.id).toBe(created.body.id);

    const other = await given.account();
    await given.role(loan, other, 'BORROWER');
    const theirs = { token: await given.session(other, { roleLevel: 'BORROWER' }) };
    const peek = await call('getIndividualOfUser', { params: { userId: jonas.id } }, theirs);
    expect(peek.status).toBe(404);
  });

  test('two log-ins of one person that make it at the same time make one', async () => {
    const { given, call } = server;
    const person = await given.account();
    const loans = [await given.loan(phase), await given.loan(phase)];
    for (const loan of loans) await given.role(loan, person, 'PRINCIPAL');
    const theirs = { token: await given.session(person, { roleLevel: 'APPLICANT' }) };
    const replies = await Promise.all(
      loans.map((loan) => call('createIndividualFromUser', { body: { loanId: loan.id } }, theirs)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]!.body.id).toBe(replies[1]!.body.id);
  });

  async function enterGuarantor(loan: Loan, emailAddress: string) {
    const information = {
      givenName: 'Omar',
      familyName: 'Reyes',
      emailAddress,
      ssn: '900-12-3456',
    };
    const body = { loanId: loan.id, type: 'INDIVIDUAL', entity: { information } } as const;
    const created = await server.call('createEntity', { body }, as());
    expect(created.status, created.text).toBe(200);
    return created.body;
  }

  test('is the one that the lender entered with the address of a guarantor, and no second', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const omar = await given.account({ givenName: 'Omar', familyName: 'Reyes' });
    await given.role(loan, omar, 'PRINCIPAL');
    const his = { token: await given.session(omar, { roleLevel: 'APPLICANT' }) };
    const guarantor = await enterGuarantor(loan, omar.emailAddress.toUpperCase());
    const own = await call('createIndividualFromUser', { body: { loanId: loan.id } }, his);
    expect(own.body).toMatchObject({ id: guarantor.entityId, userId: omar.id });
    expect(own.body.masked.ssn).toBe('•••-••-3456');
    const all = await call('listLoanEntities', { params: { id: loan.id } }, as());
    expect(all.body.loanEntities).toHaveLength(1);
  });

  test('is not one that the lead borrower wrote an address to, after the lender filled it in', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const [lead, friend] = [await given.account(), await given.account()];
    await given.role(loan, lead, 'LEAD_BORROWER');
    await given.role(loan, friend, 'PRINCIPAL');
    const leading = { token: await given.session(lead, { roleLevel: 'BORROWER' }) };
    const theirs = { token: await given.session(friend, { roleLevel: 'APPLICANT' }) };
    const guarantor = await enterGuarantor(loan, 'omar.reyes@harbor.example');
    const body = { version: 1, information: { emailAddress: friend.emailAddress } };
    const changed = await call(
      'updateIndividual',
      { params: { id: guarantor.entityId }, body },
      leading,
    );
    expect(changed.status, changed.text).toBe(200);
    const own = await call('createIndividualFromUser', { body: { loanId: loan.id } }, theirs);
    expect(own.body.id).not.toBe(guarantor.entityId);
    expect(own.body.masked).toEqual({});
  });
});
