/** Search over everything: what each reader finds, and that nothing hidden from them is found, counted or quoted. */
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PICTURE = Buffer.from('a thumbnail');

let server: TestServer;
let company: Company;
let phase: Phase;
let dana: Account;
let elena: Account;
let loan: Loan;
let token: string;
let borrower: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  company = await given.company();
  phase = await given.phase(company);
  dana = await given.employee(company);
  elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  loan = await given.loan(phase, { name: 'Larkspur Bakery LLC' });
  await given.role(loan, elena, 'LEAD_BORROWER');
  token = await given.session(dana, { roleLevel: 'LENDER', company });
  borrower = await given.session(elena, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

type AnsweredFields = {
  text: string;
  title?: string;
  by?: Account;
  state?: string;
  on?: Loan;
} & Partial<
  Pick<
    NonNullable<Parameters<TestServer['given']['element']>[1]>,
    'flags' | 'priorityType' | 'releasePhase' | 'assignedTo'
  >
>;

/** A request answered with a file that contains this text. */
async function answeredElement({
  text,
  by = elena,
  state = 'CLEAN',
  on = loan,
  ...over
}: AnsweredFields) {
  const document = await server.given.document(on, by, { state });
  await server.given.documentContent(document.id, PICTURE, {
    text,
    thumbnailKey: `given/thumb/${document.id}`,
  });
  const element = await server.given.element(on, {
    ...over,
    answer: { documentId: document.id, by },
  });
  return { document, element };
}

const find = async (q: string, as = token, over: Record<string, unknown> = {}) =>
  (await server.call('search', { query: { q, ...over } }, { token: as })).body;
const titles = async (q: string, as = token) =>
  (await find(q, as)).results.map(({ title }) => title);

test('search finds loans, people, entities, requests, messages and text, each counted, in one list', async () => {
  const { given } = server;
  const tamarack = await given.loan(phase, { name: 'Tamarack Dental Partners' });
  const ruth = await given.account({ givenName: 'Ruth', familyName: 'Tamarack' });
  await given.role(tamarack, ruth, 'BORROWER');
  const entity = await given.entity(tamarack, { name: 'Tamarack Holdings' });
  const { element, document } = await answeredElement({
    title: 'Lease',
    text: 'Rent for the premises of Tamarack is due on the first day.',
    on: tamarack,
    by: ruth,
  });
  await given.element(tamarack, { title: 'Tamarack landlord waiver' });
  const { id: threadId } = await given.thread(
    tamarack,
    [dana, ruth],
    [{ by: ruth, body: 'Is the tamarack lease enough?' }],
    { subject: 'The lease' },
  );
  const page = await find('tamarack');
  expect(page).toMatchObject({
    totalRecords: 6,
    totalPages: 1,
    isMore: false,
    isSimilar: false,
    counts: { LOAN: 1, PERSON: 1, ENTITY: 1, DOCUMENT: 1, MESSAGE: 1, TEXT: 1 },
  });
  expect(page.results).toMatchObject([
    { kind: 'LOAN', id: tamarack.id },
    { kind: 'PERSON', id: ruth.id, title: 'Ruth Tamarack', loanId: tamarack.id, role: 'BORROWER' },
    { kind: 'ENTITY', id: entity.id, entityKind: 'COMPANY', loanId: tamarack.id },
    { kind: 'DOCUMENT', title: 'Tamarack landlord waiver' },
    { kind: 'MESSAGE', threadId, title: 'The lease', authorName: 'Ruth Tamarack' },
    { kind: 'TEXT', id: document.id, elementId: element.id, title: 'Lease', pages: [1] },
  ]);
  expect(page.results.at(-1)).toMatchObject({
    excerpt: [
      { text: 'Rent for the premises of ', isMatch: false },
      { text: 'Tamarack', isMatch: true },
      { text: ' is due on the first day.', isMatch: false },
    ],
  });
  const texts = await find('tamarack', token, { kind: 'TEXT' });
  expect(texts).toMatchObject({
    totalRecords: 1,
    results: [{ kind: 'TEXT' }],
    counts: { LOAN: 1 },
  });
});

test('counts all of a kind, and the last page has the rest [R156] [R159]', async () => {
  const { owner } = server;
  await owner.query(
    `insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category)
     select $1, gen_random_uuid(), 'gneiss' || n, 'Gneiss ' || n, 'SBA_7A', $2, 'ORIGINATION'
     from generate_series(1, 460) n`,
    [company.id, phase.id],
  );
  await server.given.element(loan, { title: 'Gneiss survey' });
  const last = await find('gneiss', token, { p: 30 });
  expect(last).toMatchObject({
    totalRecords: 461,
    totalPages: 31,
    counts: { LOAN: 460, DOCUMENT: 1 },
  });
  expect(last.results).toHaveLength(11);
  expect(last.results.at(-1)).toMatchObject({ kind: 'DOCUMENT', title: 'Gneiss survey' });
  expect((await find('gneiss', token, { p: 31 })).results).toEqual([]);
});

test('search names the pages of a document that have the words, and quotes the first', async () => {
  const { document } = await answeredElement({ title: 'Phase I report', text: 'Cover' });
  for (const page of [3, 7]) {
    await server.owner.query(
      `insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
       select company_id, id, version, $2::int, 612, 792, 'OCR', 'Former orchard use, page ' || $2::int, '[]'
       from cairn.document where id = $1`,
      [document.id, page],
    );
  }
  const { results } = await find('orchards');
  expect(results).toMatchObject([{ kind: 'TEXT', id: document.id, pages: [3, 7], pagesFound: 2 }]);
  expect(JSON.stringify(results)).toContain('page 3');
  expect(await titles('"former use"')).toEqual([]);
  expect(await titles('"orchard use"')).toEqual(['Phase I report']);
});

test('search finds nothing that is kept from the reader: not by title, not by text, not in the totals', async () => {
  const { given } = server;
  const text = 'The canarywort appraisal is low.';
  const { document } = await answeredElement({ title: 'Shown', text });
  await answeredElement({ title: 'For lenders', text, by: dana, flags: ['LENDER_ONLY'] });
  await answeredElement({ title: 'Internal', text, by: dana, flags: ['INTERNAL_ONLY'] });
  await answeredElement({ title: 'Hidden', text, by: dana, priorityType: 'HIDDEN' });
  await answeredElement({ title: 'Held back', text, by: dana, releasePhase: 'CLOSING' });
  const partner = await given.account();
  await given.role(loan, partner, 'BORROWER');
  await answeredElement({
    title: 'Private',
    text,
    by: dana,
    priorityType: 'PRIVATE',
    assignedTo: partner,
  });
  await given.element(loan, { title: 'Canarywort memo', flags: ['LENDER_ONLY'] });
  const other = await given.loan(phase, { name: 'Canarywort Orchards' });
  await answeredElement({ title: 'Of another loan', text, on: other, by: dana });
  await given.entity(other, { name: 'Canarywort Inc.' });
  await given.thread(
    loan,
    [dana, await given.employee(company)],
    [{ by: dana, body: 'canarywort' }],
  );

  const all = await find('canarywort');
  expect(all.counts).toEqual({ LOAN: 1, PERSON: 0, ENTITY: 1, DOCUMENT: 1, MESSAGE: 1, TEXT: 7 });
  for (const q of ['canarywort', '"canarywort appraisal"', 'canaryw', 'canarywrt']) {
    const page = await find(q, borrower);
    const isFound = !q.endsWith('wrt');
    expect(page.results.map(({ id }) => id)).toEqual(isFound ? [document.id] : []);
    expect(page.counts).toEqual({
      ...{ LOAN: 0, PERSON: 0, ENTITY: 0, DOCUMENT: 0, MESSAGE: 0 },
      TEXT: isFound ? 1 : 0,
    });
    expect(page.totalRecords).toBe(isFound ? 1 : 0);
  }
  const box = await server.call(
    'quickSearch',
    { query: { q: 'canarywort', everything: 'true' } },
    { token: borrower },
  );
  expect(box.body.results.map(({ id }) => id)).toEqual([document.id]);
  const stranger = await given.session(await given.account(), { roleLevel: 'BORROWER' });
  expect((await find('canarywort', stranger)).totalRecords).toBe(0);
  const elsewhere = await given.company();
  const competitor = await given.employee(elsewhere);
  const as = await given.session(competitor, { roleLevel: 'LENDER', company: elsewhere });
  expect((await find('canarywort', as)).totalRecords).toBe(0);
});

test('search finds the text of scanned, current and untrashed files only', async () => {
  const { owner, given } = server;
  const text = 'Obsidian ledger';
  const { element } = await answeredElement({ title: 'Trashed', text });
  const clean = await answeredElement({ title: 'Clean', text });
  const replaced = await answeredElement({ title: 'Of another version', text });
  const blocked = await answeredElement({ title: 'Blocked', text });
  await owner.query(
    `update cairn.element set deleted_at = now(), deleted_by = $2, in_trash = true where id = $1`,
    [element.id, dana.id],
  );
  await owner.query('update cairn.document_page set version = version + 1 where document_id = $1', [
    replaced.document.id,
  ]);
  await owner.query(
    `update cairn.document set virus_scan_state = 'INFECTED', vault_key = null, content_state = null where id = $1`,
    [blocked.document.id],
  );
  const waiting = await given.document(loan, elena, { name: 'Obsidian scan.pdf' });
  await given.documentContent(waiting.id, PICTURE, { text, thumbnailKey: `given/t/${waiting.id}` });
  const texts = async (as: string) =>
    (await find('obsidian', as, { kind: 'TEXT' })).results.map(({ id }) => id);
  for (const as of [token, borrower]) expect(await texts(as)).toEqual([clean.document.id]);
});

test('search finds names with a typing error where nothing has the word, and says so', async () => {
  await server.given.element(loan, { title: 'Personal financial statement' });
  for (const q of ['larkspr', 'Lrkspur', 'larskpur bakry']) {
    const page = await find(q);
    expect(page).toMatchObject({ isSimilar: true, results: [{ title: 'Larkspur Bakery LLC' }] });
  }
  expect(await titles('finacial')).toContain('Personal financial statement');
  expect(await titles('elena marsch')).toEqual(['Elena Marsh']);
  expect(await find('lark')).toMatchObject({ isSimilar: false });
  expect(await find('zzzzzz')).toMatchObject({ isSimilar: false, totalRecords: 0 });
});

test('the search box shows some of each kind', async () => {
  const { given } = server;
  for (let count = 0; count < 20; count += 1) await given.loan(phase, { name: `Schist ${count}` });
  await given.element(loan, { title: 'Schist report' });
  const { body } = await server.call('quickSearch', { query: { q: 'schist' } }, { token });
  expect(body.results).toHaveLength(15);
  expect(body.results.at(-1)).toMatchObject({ kind: 'DOCUMENT', title: 'Schist report' });
  const loans = await server.call(
    'quickSearch',
    { query: { q: 'schist', kind: 'LOAN' } },
    { token },
  );
  expect(loans.body.results.every(({ kind }) => kind === 'LOAN')).toBe(true);
});

test('a search for text that looks like a query or markup finds that text', async () => {
  await answeredElement({ title: 'Odd', text: 'Basalt <b>bold</b> & | ! ( basanite' });
  for (const q of [
    `basanite' | 'x`,
    '!basanite',
    'basanite & (',
    'basanite:*',
    "''basanite",
    'basanite\\',
  ]) {
    expect((await server.call('search', { query: { q } }, { token })).status).toBe(200);
  }
  expect(await titles('basan')).toEqual(['Odd']);
});

test('a page that repeats a word does not make its excerpt expensive', async () => {
  const long = await answeredElement({
    title: 'Repeats',
    text: `${'xa '.repeat(16_000)}quartzite`,
  });
  const phrase = 'xa '.repeat(60).trim();
  const began = performance.now();
  const { results } = await find(`"${phrase}"`, borrower, { kind: 'TEXT' });
  expect(performance.now() - began).toBeLessThan(8000);
  expect(results.map(({ id }) => id)).toEqual([long.document.id]);
}, 90_000);

test('search quotes the words where they are in a long page, together or apart', async () => {
  const filler = 'nothing to see on this line of the page\n'.repeat(100);
  await answeredElement({
    title: 'Long',
    text: `${filler}Signed at Feldspar Hall.\n${filler}Witness: Olivine`,
  });
  const excerptOf = async (q: string) => {
    const [result] = (await find(q, token, { kind: 'TEXT' })).results;
    return (result as { excerpt: { text: string; isMatch: boolean }[] }).excerpt;
  };
  const matches = async (q: string) =>
    (await excerptOf(q)).filter(({ isMatch }) => isMatch).map(({ text }) => text);
  expect(await matches('"feldspar hall"')).toEqual(['Feldspar', 'Hall']);
  expect(await matches('olivine')).toEqual(['Olivine']);
  expect(await matches('feldspar olivine')).toEqual(['Feldspar']);
  const text = (await excerptOf('olivine')).map((piece) => piece.text).join('');
  expect(text).toMatch(/^(nothing|to|see|on|this|line|of|the|page) .*Witness: Olivine$/);
});

test('a search for a word on very many pages finds the newest documents, and says that there are more', async () => {
  const { owner } = server;
  const pages = (documentId: string, count: number) =>
    owner.query(
      `insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
       select company_id, id, version, n + 1, 612, 792, 'TEXT', 'Rhyolite', '[]'
       from cairn.document, generate_series(1, $2::int) n where id = $1`,
      [documentId, count],
    );
  const old = await answeredElement({ title: 'Old', text: 'Rhyolite' });
  await pages(old.document.id, 5100);
  const fresh = await answeredElement({ title: 'New', text: 'Rhyolite' });
  const page = await find('rhyolite', token, { kind: 'TEXT' });
  expect(page.results.map(({ id }) => id)).toContain(fresh.document.id);
  expect(page).toMatchObject({ counts: { TEXT: 2 }, isMore: true });
});

test('however often a borrower’s own files have a word, the search does not tell that hidden ones have it', async () => {
  const { given, owner } = server;
  const place = await given.loan(phase);
  await given.role(place, elena, 'LEAD_BORROWER');
  const { document } = await answeredElement({ title: 'Own', text: 'Peridotite', on: place });
  await owner.query(
    `insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
     select company_id, id, version, n + 1, 612, 792, 'TEXT', 'Peridotite', '[]'
     from cairn.document, generate_series(1, 4998) n where id = $1`,
    [document.id],
  );
  const { id } = await given.element(place, { title: 'Peridotite' });
  await owner.query(
    `insert into cairn.element (company_id, id, loan_id, parent_id, title, storage_type, display_order)
     select company_id, uuidv7(), loan_id, parent_id, title, storage_type, n
     from cairn.element, generate_series(1, 4998) n where id = $1`,
    [id],
  );
  // As autovacuum would: without it the planner expects one row, and reads all of them for each candidate.
  await owner.query('analyze cairn.document_page, cairn.element');
  const look = async () => {
    const page = await find('peridotite', borrower, { kind: 'TEXT' });
    const [first] = page.results;
    return [page.counts, page.cutOffKinds, first?.kind === 'TEXT' && first.pagesFound];
  };
  const before = await look();
  expect(before).toMatchObject([{ TEXT: 1, DOCUMENT: 4999 }, [], 4999]);
  await answeredElement({
    title: 'Memo',
    text: 'Peridotite',
    on: place,
    by: dana,
    flags: ['LENDER_ONLY'],
  });
  await answeredElement({
    title: 'Note',
    text: 'Peridotite',
    on: place,
    by: dana,
    priorityType: 'HIDDEN',
  });
  for (const flags of [['LENDER_ONLY'], ['INTERNAL_ONLY']] as const) {
    await given.element(place, { title: 'Peridotite memo', flags: [...flags] });
  }
  expect(await look()).toEqual(before);
});

test('however often an employee’s files have a word, the search does not tell that private files of others have it', async () => {
  const { given, owner } = server;
  const pages = (documentId: string, count: number) =>
    owner.query(
      `insert into cairn.document_page (company_id, document_id, version, page, width, height, source, text, words)
       select company_id, id, version, n + 1, 612, 792, 'TEXT', 'Lherzolite', '[]'
       from cairn.document, generate_series(1, $2::int) n where id = $1`,
      [documentId, count],
    );
  const robin = await given.account({ platformAdmin: true });
  const admin = await given.session(robin, { roleLevel: 'ADMIN' });
  const { document } = await answeredElement({ title: 'Own', text: 'Lherzolite' });
  // The operator looks at fewer.
  const look = async (as: string) => {
    const page = await find('lherzolite', as, { kind: 'TEXT' });
    const [first] = page.results;
    return [page.counts, page.cutOffKinds, first?.kind === 'TEXT' && first.pagesFound];
  };
  const colleague = await given.employee(company);
  const keepPrivately = async () => {
    const item = await given.ownShoeboxItem(company, colleague);
    await given.documentContent(item.documentId, PICTURE, {
      text: 'Lherzolite',
      thumbnailKey: `given/thumb/${item.documentId}`,
    });
  };
  await pages(document.id, 198);
  const seenByOperator = await look(admin);
  expect(seenByOperator).toMatchObject([{ TEXT: 1 }, [], 199]);
  await keepPrivately();
  expect(await look(admin)).toEqual(seenByOperator);

  await owner.query('delete from cairn.document_page where document_id = $1 and page > 1', [
    document.id,
  ]);
  await pages(document.id, 4998);
  const seen = await look(token);
  expect(seen).toMatchObject([{ TEXT: 1 }, [], 4999]);
  await keepPrivately();
  expect(await look(token)).toEqual(seen);
  // One's own count.
  const own = await given.session(colleague, { roleLevel: 'LENDER', company });
  expect(await look(own)).not.toEqual(seen);
});

test('search filters leave out results of other stages, officers and dates, and count the rest', async () => {
  const { given } = server;
  const lead = await given.loan(await given.phase(company, { category: 'LEAD' }), {
    name: 'Quillwort lead',
  });
  const old = await given.loan(phase, { name: 'Quillwort old' });
  await server.owner.query(
    `update cairn.loan set modified_at = now() - interval '40 days' where id = $1`,
    [old.id],
  );
  await given.element(lead, { title: 'Quillwort survey' });
  await given.entity(old, { name: 'Quillwort Trust' });
  await given.role(old, dana, 'LENDER');
  const all = await find('quillwort');
  expect(all.counts).toMatchObject({ LOAN: 2, DOCUMENT: 1, ENTITY: 1 });
  const leads = await find('quillwort', token, { category: ['LEAD'] });
  expect(leads.counts).toMatchObject({ LOAN: 1, DOCUMENT: 1, ENTITY: 0 });
  expect(leads.results.map(({ title }) => title)).toEqual(['Quillwort lead', 'Quillwort survey']);
  const mine = await find('quillwort', token, { officerId: [dana.id] });
  expect(mine.counts).toMatchObject({ LOAN: 1, DOCUMENT: 0, ENTITY: 1 });
  const modifiedSince = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const lately = await find('quillwort', token, { modifiedSince });
  expect(lately.counts).toMatchObject({ LOAN: 1, DOCUMENT: 1, ENTITY: 0 });
});

test('filters by loan, by kind of document and by who uploaded it', async () => {
  const other = await server.given.loan(phase, { name: 'Marlstone Dairy' });
  const text = 'Rent of the marlstone barn';
  const hers = await answeredElement({ title: 'Marlstone lease', text });
  const ours = await answeredElement({ title: 'Marlstone rent roll', text, by: dana });
  await answeredElement({ title: 'Marlstone plan', text, on: other });
  await server.given.element(loan, { title: 'Marlstone appraisal' });
  for (const [{ document }, kind] of [
    [hers, 'lease'],
    [ours, 'rent_roll'],
  ] as const) {
    await server.owner.query(
      `update cairn.document_facts set facts = jsonb_set(facts, '{kind}', $2) where document_id = $1`,
      [document.id, JSON.stringify({ kind, page: 1, words: kind })],
    );
  }
  const countsOf = async (over: Record<string, unknown>, as = token) => {
    const { counts, results } = await find('marlstone', as, over);
    const texts = results.filter(({ kind }) => kind === 'TEXT').map(({ title }) => title);
    return { ...counts, texts: texts.toSorted() };
  };
  const none = { LOAN: 0, PERSON: 0, ENTITY: 0, DOCUMENT: 0, MESSAGE: 0, TEXT: 0 };
  expect(await countsOf({})).toMatchObject({ ...none, LOAN: 1, DOCUMENT: 4, TEXT: 3 });
  expect(await countsOf({ loanId: [loan.id] })).toEqual({
    ...none,
    ...{ DOCUMENT: 3, TEXT: 2, texts: ['Marlstone lease', 'Marlstone rent roll'] },
  });
  expect(await countsOf({ documentKind: ['rent_roll'] })).toEqual({
    ...none,
    ...{ DOCUMENT: 1, TEXT: 1, texts: ['Marlstone rent roll'] },
  });
  expect(await countsOf({ documentKind: ['lease', 'rent_roll'], uploadedBy: [elena.id] })).toEqual({
    ...none,
    ...{ DOCUMENT: 1, TEXT: 1, texts: ['Marlstone lease'] },
  });
  expect(await countsOf({ uploadedBy: [dana.id] }, borrower)).toEqual(
    await countsOf({ uploadedBy: [dana.id] }),
  );
});
