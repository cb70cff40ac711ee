import { randomUUID } from 'node:crypto';
import {
  everythingStored,
  startTestServer,
  type Account,
  type Company,
  type Entity,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let loan: Loan;
let elena: Account;
let self: Entity;
let borrower: string;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  const owner = await given.employee(company, { level: 'OWNER' });
  lender = await given.session(owner, { roleLevel: 'LENDER', company });
  loan = await given.loan(await given.phase(company));
  elena = await given.account();
  await given.role(loan, elena, 'BORROWER');
  self = await given.entity(loan, {
    account: elena,
    information: { givenName: 'Elena', familyName: 'Marsh', street: '2207 NW Juniper Ave' },
  });
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const SAID = {
  firstName: 'Elena Rose',
  lastName: 'Marsh',
  birthDate: '1984-03-14',
  expiresOn: '2031-03-14',
  licenseNumber: 'D44719207',
  jurisdiction: 'OR',
  address: {
    street: '418 Alder St',
    unit: '',
    city: 'Bend',
    state: 'OR',
    postalCode: '97701',
  },
};
const save = (over: object = {}, token = borrower) =>
  server.call(
    'saveDriversLicense',
    { params: { id: self.id }, body: { version: 0, ...SAID, ...over } },
    { token, headers: { 'idempotency-key': randomUUID() } },
  );
const read = (token = borrower) =>
  server.call('getDriversLicense', { params: { id: self.id } }, { token });
const picture = (name = 'front.jpg', by = elena) => server.given.document(loan, by, { name });
const putSide = (side: 'front' | 'back', documentId: string, token = borrower) =>
  server.call(
    'addLicenseImage',
    { params: { id: self.id }, body: { side, documentId } },
    { token },
  );
const open = (id: string, token: string) =>
  server.call('getDocumentWithDownloadUrl', { params: { id } }, { token });
const kinds = async () => {
  const { rows } = await server.owner.query<{ kind: string }>(
    `select kind from cairn.audit_entry where loan_id = $1 order by position`,
    [loan.id],
  );
  return rows.map(({ kind }) => kind);
};

describe('what a license says', () => {
  test('is empty at first, then what the person confirmed, with number and birth date masked', async () => {
    expect((await read()).body).toEqual({
      dlFront: null,
      dlBack: null,
      license: null,
      version: 0,
      abilities: { edit: true },
    });
    expect((await save()).status).toBe(200);
    expect((await read(lender)).body).toEqual({
      dlFront: null,
      dlBack: null,
      license: {
        firstName: 'Elena Rose',
        lastName: 'Marsh',
        expiresOn: '2031-03-14',
        jurisdiction: 'OR',
        address: SAID.address,
        masked: { licenseNumber: '••••9207', licenseBirthDate: '••/••/••••' },
      },
      version: 1,
      abilities: { edit: false },
    });
    expect(await kinds()).toEqual(['driversLicense.confirmed']);
  });

  test('is stored sealed and never logged; a reveal is on record', async () => {
    await save();
    const reveal = { params: { id: self.id }, body: { field: 'licenseNumber', loanId: loan.id } };
    const reply = await server.call('revealIdentifier', reveal, { token: lender });
    expect(reply.body).toEqual({ field: 'licenseNumber', value: SAID.licenseNumber });
    expect(await kinds()).toEqual(['driversLicense.confirmed', 'identifier.revealed']);
    const storedText = await everythingStored(server);
    for (const secret of [SAID.licenseNumber, SAID.birthDate, SAID.address.street]) {
      expect(storedText).not.toContain(secret);
      expect(storedText).not.toContain(Buffer.from(secret).toString('hex'));
      expect(server.logged.join('\n')).not.toContain(secret);
    }
  });

  test('changes the person’s information only where they say so', async () => {
    const informationOf = async () => {
      const { body } = await server.call(
        'getOwnIndividual',
        { query: { loanId: loan.id } },
        { token: borrower },
      );
      return body.individual!.information;
    };
    await save();
    expect(await informationOf()).toMatchObject({ street: '2207 NW Juniper Ave' });
    expect(await informationOf()).not.toHaveProperty('middleName');
    await save({ version: 1, takeAddress: true, takeName: true });
    expect(await informationOf()).toMatchObject({
      givenName: 'Elena',
      middleName: 'Rose',
      street: '418 Alder St',
      postalCode: '97701',
    });
  });

  test('may have expired', async () => {
    expect((await save({ expiresOn: '2020-01-01' })).status).toBe(200);
  });

  test('of two who save the same version one is told', async () => {
    const answers = await Promise.all([save(), save({ firstName: 'Ellen' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    { licenseNumber: 'D44;719' },
    { licenseNumber: '' },
    { expiresOn: '2031-02-30' },
    { jurisdiction: 'Oregon' },
    { sex: '2' },
  ])('%j is refused', async (over) => {
    expect((await save(over)).status).toBe(400);
  });
});

describe('the pictures [R147]', () => {
  test('are uploaded for the front and for the back, and for no other side [R129]', async () => {
    const [front, back] = [await picture(), await picture('back.png')];
    expect((await putSide('back', back.id)).body).toMatchObject({
      dlFront: null,
      dlBack: { id: back.id },
    });
    expect((await putSide('front', front.id)).body).toMatchObject({
      dlFront: { id: front.id },
      dlBack: { id: back.id },
    });
    const other = await putSide('left' as 'front', (await picture()).id);
    expect(other.status).toBe(400);
    expect((await read()).body).toMatchObject({
      dlFront: { id: front.id },
      dlBack: { id: back.id },
    });
  });

  test('are documents, seen by the person and the lender', async () => {
    const [front, back] = [await picture(), await picture('back.png')];
    await putSide('front', front.id);
    const { body } = await putSide('back', back.id);
    expect(body).toMatchObject({ dlFront: { id: front.id }, dlBack: { id: back.id } });
    const underwriter = await server.given.account();
    await server.given.role(loan, underwriter, 'UNDERWRITER_LENDER');
    const token = await server.given.session(underwriter, { roleLevel: 'LENDER' });
    for (const each of [lender, token, borrower]) {
      expect((await open(front.id, each)).status).toBe(200);
    }
    expect(await kinds()).toEqual(
      expect.arrayContaining(['driversLicense.pictureAdded', 'document.read']),
    );
  });

  test('can each be removed, and are then not served [R151]', async () => {
    const [front, back] = [await picture(), await picture('back.png')];
    await putSide('front', front.id);
    await putSide('back', back.id);
    const remove = async (call: 'removeLicenseFront' | 'removeLicenseBack') =>
      (await server.call(call, { params: { id: self.id } }, { token: borrower })).body;
    expect(await remove('removeLicenseFront')).toMatchObject({ dlFront: null, dlBack: {} });
    expect(await remove('removeLicenseBack')).toMatchObject({ dlFront: null, dlBack: null });
    expect((await open(front.id, lender)).status).toBe(404);
  });

  test('a new one replaces the old one', async () => {
    const [first, second] = [await picture(), await picture()];
    await putSide('front', first.id);
    expect((await putSide('front', second.id)).body.dlFront!.id).toBe(second.id);
    expect((await open(first.id, borrower)).status).toBe(404);
  });

  test('are pictures, and not files of others or of a request [R150]', async () => {
    expect((await putSide('front', (await picture('license.pdf')).id)).body).toMatchObject({
      code: 'FILE_INVALID_TYPE',
    });
    const stranger = await server.given.account();
    expect((await putSide('front', (await picture('front.jpg', stranger)).id)).status).toBe(404);
    const answer = await picture();
    await server.given.element(loan, { answer: { documentId: answer.id, by: elena } });
    expect((await putSide('front', answer.id)).status).toBe(409);
  });
});

describe('a file that the loan needs', () => {
  const remove = () =>
    server.call('removeLicenseFront', { params: { id: self.id } }, { token: borrower });

  test('is not deleted as a picture where its request is hidden from the person', async () => {
    const answer = await picture();
    await server.given.element(loan, {
      answer: { documentId: answer.id, by: elena },
      flags: ['LENDER_ONLY'],
    });
    await putSide('front', answer.id);
    await remove();
    expect((await open(answer.id, lender)).status).toBe(200);
    expect((await putSide('front', answer.id)).status).toBe(409);
  });

  test('is not deleted as a picture where it is an earlier answer', async () => {
    const [before, now] = [await picture(), await picture()];
    // The lender files it from the shoebox, and the person does not see that history.
    const by = await server.given.employee(company);
    const element = await server.given.element(loan, { answer: { documentId: before.id, by } });
    const reply = await server.call(
      'answerFormElement',
      { params: { id: element.id }, body: { documentId: now.id, submit: true } },
      { token: borrower },
    );
    expect(reply.status).toBe(200);
    await putSide('front', before.id);
    await remove();
    expect((await open(before.id, lender)).status).toBe(200);
  });
});

test('a picture answers no request and goes into no shoebox, where others would see it', async () => {
  const front = await picture();
  await putSide('front', front.id);
  const element = await server.given.element(loan, {});
  for (const token of [borrower, lender]) {
    const reply = await server.call(
      'answerFormElement',
      { params: { id: element.id }, body: { documentId: front.id, submit: true } },
      { token },
    );
    expect(reply.status).toBe(404);
  }
  const waiting = await server.call(
    'createShoeboxItem',
    { body: { documentId: front.id, loanId: loan.id } },
    { token: borrower },
  );
  expect(waiting.status).toBe(404);
});

test('another borrower of the loan reads neither the license nor its pictures', async () => {
  const { given } = server;
  const front = await picture();
  await putSide('front', front.id);
  await save();
  const roles = [
    ['LEAD_BORROWER', 'BORROWER', 403],
    ['BORROWER', 'BORROWER', 404],
  ] as const;
  for (const [role, roleLevel, status] of roles) {
    const other = await given.account();
    await given.role(loan, other, role);
    const token = await given.session(other, { roleLevel });
    expect((await read(token)).status).toBe(status);
    expect((await save({ version: 1 }, token)).status).toBe(status);
    expect((await open(front.id, token)).status).toBe(404);
    const field = { params: { id: self.id }, body: { field: 'licenseNumber' } };
    expect((await server.call('revealIdentifier', field, { token })).status).toBe(status);
  }
});

test('the lender does not confirm a license for the person', async () => {
  expect((await save({}, lender)).status).toBe(403);
});

describe('a request for the license', () => {
  const elementNow = async (id: string, token: string) => {
    const { body } = await server.call('listElements', { params: { id: loan.id } }, { token });
    return body.elements.find((element) => element.id === id)!;
  };
  const bothPictures = async () => {
    await putSide('front', (await picture()).id);
    await putSide('back', (await picture('back.jpg')).id);
  };

  test('is answered by it, not said to be unneeded; the lender looks at the license and accepts', async () => {
    const { id } = await server.given.element(loan, { title: 'Driver’s license' });
    const answers = { loanId: loan.id, elementId: id };
    expect((await save({ answers })).body).toMatchObject({ code: 'INVALID_REQUEST' });
    await bothPictures();
    expect((await save({ answers })).status).toBe(200);
    expect((await elementNow(id, borrower)).answer).toMatchObject({
      doesNotApply: null,
      driversLicenseOf: self.id,
      document: null,
      value: null,
    });
    const approved = await server.call(
      'approveFormElement',
      { params: { id }, body: { approved: true } },
      { token: lender },
    );
    expect([approved.status, approved.body]).toMatchObject([200, { approved: true }]);
  });

  test('of another loan, or a question, is not answered by it', async () => {
    await bothPictures();
    const other = await server.given.loan(await server.given.phase(company));
    await server.given.role(other, elena, 'BORROWER');
    const elsewhere = await server.given.element(other, { title: 'Driver’s license' });
    const refused = await save({ answers: { loanId: other.id, elementId: elsewhere.id } });
    expect(refused.status).toBe(404);
    expect((await read()).body.license).toBeNull();
  });
});
