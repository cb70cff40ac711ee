/**
 * Threat row 9: more than 500 payloads in the fields that people write, shown by the real pages in Chromium under the
 * real policy. No dialog opens, no script runs, no foreign host is contacted, and the policy has nothing to refuse.
 * Needs the built pages (npm run build).
 */
import { MAX_ATTACHMENTS, NOTE_TEXT_MAX } from '@cairn/contract';
import { payloads, type Company, type TestServer } from '@cairn/testing';
import { EVERYTHING, type Target } from '@cairn/testing/matrix/targets';
import type { Caller, World } from '@cairn/testing/matrix/world';
import { startPayloadSite, visit, type PayloadSite } from '@cairn/testing/payload-site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeEmail } from '../platform/email/compose.ts';
import {
  stripSpaces,
  FIELDS,
  fieldsIn,
  provoke,
  signaturesOf,
  TEXT,
  type Watched,
} from './payload-scripts.ts';

const all = payloads();
/** Payloads for fields with a short maximum length. */
const short = all.filter((each) => each.length <= 60);

let site: PayloadSite;
let server: TestServer;
let world: World;
let target: Target;

beforeAll(async () => {
  site = await startPayloadSite();
  ({ server, world } = site);
}, 180_000);
afterAll(() => site?.stop(), 60_000);

const open = (caller?: Caller): Promise<Watched> => site.open(caller);

const batchesOf = (size: number): string[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

test('control: the watch sees what payloads do where text is taken for markup', async () => {
  const { context, page, incidents } = await open();
  // The same page without our policy.
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
  );
  await page.goto('/control');
  for (const batch of batchesOf(60).slice(0, 3)) {
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(batch.join('\n'))}`);
    await page.waitForTimeout(200);
  }
  expect(incidents).toContain('a script ran');
  expect(incidents).toContain('a dialog opened');
  expect(incidents).toContain('asked of foreign.example');
  await context.close();
}, 120_000);

test('control: the policy alone stops scripts, should a page take text for markup', async () => {
  const { context, page, incidents } = await open();
  await page.goto('/auth/login');
  for (const batch of batchesOf(60).slice(0, 3)) {
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(batch.join('\n'))}`);
    await page.waitForTimeout(200);
  }
  expect(incidents.filter((each) => each.startsWith('refused: script-src'))).not.toEqual([]);
  expect(incidents).not.toContain('a script ran');
  expect(incidents).not.toContain('a dialog opened');
  await context.close();
}, 120_000);

/** Adds files with these names to the loan, uploaded by the lender. */
async function filesNamed(names: readonly string[]): Promise<string[]> {
  const { loan } = target;
  const ids: string[] = [];
  for (const name of names) {
    ids.push((await server.given.document(loan, world.callers.LO.account, { name })).id);
  }
  return ids;
}

test('messages and their files: 500 payloads are text, for who wrote them and who reads them', async () => {
  expect(all.length).toBeGreaterThanOrEqual(500);
  const loanId = (target ??= await world.target('LB', 'own', EVERYTHING)).loan.id;
  const threads: { id: string; batch: string[] }[] = [];
  for (const [index, batch] of batchesOf(200).entries()) {
    // The maximum number of attachments of a message, each with another kind of payload.
    const names = batch.filter((_, at) => at % 20 === 0).slice(0, MAX_ATTACHMENTS);
    const documentIds = await filesNamed(names.map((name) => `file ${name}.pdf`));
    const { status, body } = await server.call(
      'sendMessage',
      {
        body: {
          loanId,
          userIds: [world.callers.LB.account.id],
          subject: batch[0]!,
          body: (index % 2 === 0 ? batch : batch.map((each) => `- ${each}`)).join('\n'),
          documentIds,
        },
      },
      { token: world.callers.LO.token! },
    );
    expect(status).toBe(200);
    threads.push({
      id: body.messageThread.id,
      batch: [...batch, ...names.map((name) => `file ${name}.pdf`)],
    });
  }
  for (const caller of ['LO', 'LB'] as const) {
    const { context, page, incidents } = await open(caller);
    for (const { id, batch } of threads) {
      const text = stripSpaces(await visit(page, `/loans/${loanId}/messages?thread=${id}`));
      expect(batch.filter((each) => !text.includes(stripSpaces(each)))).toEqual([]);
    }
    expect(incidents).toEqual([]);
    await context.close();
  }
}, 300_000);

test('notes: 500 payloads are text; what a search finds in files is, too', async () => {
  const { loan } = (target ??= await world.target('LB', 'own', EVERYTHING));
  const { token } = world.callers.LO;
  let noteId = '';
  for (const batch of batchesOf(50)) {
    const text = batch.join('\n').slice(0, NOTE_TEXT_MAX);
    const request = { body: { loanId: loan.id, text } };
    const { status, body } = await server.call('createNote', request, { token: token! });
    expect(status).toBe(200);
    noteId = body.id;
  }
  const excerpted = short.filter((_, at) => at % 10 === 0).slice(0, 20);
  for (const each of excerpted) {
    const { documentId } = await server.given.shoeboxItem(loan, world.callers.LO.account);
    const text = `Quarrystone ${each} quarrystone`;
    await server.given.documentContent(documentId, Buffer.from('x'), { text });
  }
  const { context, page, incidents } = await open('LO');
  const notes = stripSpaces(await visit(page, `/loans/${loan.id}?notes=${noteId}`));
  expect(all.filter((each) => !notes.includes(stripSpaces(each)))).toEqual([]);
  // Excerpts leave out what Postgres parses as a tag, so only the words beside it are expected.
  const excerpts = await visit(page, '/search?q=quarrystone&kind=TEXT');
  expect(excerpts.match(/quarrystone/gi)!.length).toBeGreaterThan(excerpted.length);
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);

test('requests: 500 payloads as titles are text', async () => {
  const loan = await server.given.loan(await server.given.phase(await ourCompany()));
  for (const batch of batchesOf(100)) {
    const { status } = await server.call(
      'createElements',
      {
        body: {
          loanId: loan.id,
          elements: batch.map((each) => ({ title: each, description: each })),
        },
      },
      { token: world.callers.LO.token! },
    );
    expect(status).toBe(200);
  }
  const { context, page, incidents } = await open('LO');
  await visit(page, `/loans/${loan.id}?view=package`);
  const shownTexts = new Set<string>();
  await page.mouse.move(700, 500);
  for (let scroll = 0; scroll < 40; scroll += 1) {
    const text = stripSpaces(await page.evaluate<string>(TEXT));
    for (const each of all) if (text.includes(stripSpaces(each))) shownTexts.add(each);
    if (scroll % 4 === 0) await provoke(page);
    if (shownTexts.size === all.length) break;
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(50);
  }
  expect(shownTexts.size).toBe(all.length);
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);

async function ourCompany(): Promise<Company> {
  target ??= await world.target('LB', 'own', EVERYTHING);
  return { id: target.companyId, name: 'Ours' };
}

test('saved replies: 500 payloads are text, in the list and when they are inserted', async () => {
  const { loan, companyId } = (target ??= await world.target('LB', 'own', EVERYTHING));
  const owner = { token: world.callers.LO.token! };
  // Payloads that are a single line of at most 100 characters.
  const titles = all.filter((each) => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,90}$/u.test(each)).slice(-150);
  const replies = batchesOf(25).map((batch, index) => [`Reply ${index}.`, ...batch].join('\n'));
  for (const [index, title] of titles.entries()) {
    const request = { params: { companyId }, body: { title, body: replies[index] ?? title } };
    expect((await server.call('createSavedReply', request, owner)).status).toBe(200);
  }
  const first = { loanId: loan.id, userIds: [world.callers.LB.account.id], body: 'Hello' };
  const { body: message } = await server.call('sendMessage', { body: first }, owner);
  const { context, page, incidents } = await open('LO');
  await visit(page, `/loans/${loan.id}/messages?thread=${message.messageThread.id}`);
  const inserted: string[] = [];
  for (const index of replies.keys()) {
    await page.getByRole('button', { name: 'Saved replies' }).press('Enter');
    const search = page.getByLabel('Search saved replies');
    await search.waitFor();
    if (index === 0) {
      await provoke(page);
      const text = stripSpaces(await page.evaluate<string>(TEXT));
      expect(titles.filter((each) => !text.includes(stripSpaces(each)))).toEqual([]);
    }
    await search.fill(`Reply ${index}.`);
    await search.press('Enter');
    inserted.push(await page.getByLabel('Your reply').inputValue());
    await page.getByLabel('Your reply').fill('');
  }
  expect(inserted.map(stripSpaces)).toEqual(replies.map(stripSpaces));
  expect(incidents).toEqual([]);
  await context.close();
}, 300_000);

/** Fills all fields at once, bypassing the API. Each value ends with the number of its field. */
async function fillFields(): Promise<void> {
  const client = await server.owner.connect();
  await client.query('set session_replication_role = replica');
  for (const [index, field] of FIELDS.entries()) {
    const [table, column] = field.split('.');
    const ending = field === 'document.name' ? '.pdf' : '';
    const only = field.startsWith('element.') ? 'and t.parent_id is not null' : '';
    await client.query(
      `with numbered as (select ctid as place, row_number() over () as n from cairn.${table})
       update cairn.${table} t
       set ${column} = ($1::text[])[1 + (n * 7 + $2) % cardinality($1::text[])] || ' ¶' || n || '/' || $2::text || '¶${ending}'
       from numbered where numbered.place = t.ctid ${only}`,
      [table!.startsWith('support_') ? short : all, index],
    );
  }
  await client.query(
    `update cairn.element set rejected_by = created_by, approved_by = null
     where answer_document_id is not null`,
  );
  await client.query('reset session_replication_role');
  client.release();
}

test('articles: 500 payloads through the editor’s field are text, in the editor and for readers', async () => {
  const admin = { token: world.callers.ADM.token! };
  const topic = await server.call('createSupportCategory', { body: { title: 'Topic' } }, admin);
  let shownCount = 0;
  const editor = await open('ADM');
  const reader = await open('LB');
  for (const [index, batch] of batchesOf(100).entries()) {
    const { body: entry } = await server.call(
      'createSupportEntry',
      {
        body: {
          categoryId: topic.body.id,
          title: `Article ${index}`,
          summary: batch[0]!.slice(0, 300),
          audiences: ['BORROWER'],
          published: true,
        },
      },
      admin,
    );
    await visit(editor.page, `/admin/learning-center/${entry.id}/edit`);
    // Each payload as plain text, and in each place that becomes an element.
    const lines = batch.flatMap((each, place) => [
      each,
      ['- ', '1. ', '> ', '## '][place % 4]! + each,
      `[link](${each})`,
    ]);
    const text = lines.join('\n\n');
    await editor.page.getByLabel('Text').fill(text);
    await provoke(editor.page);
    const saved = editor.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await editor.page.getByRole('button', { name: 'Save article' }).click();
    expect((await saved).status()).toBe(200);
    const path = `/v2/learning-center/entry/${entry.slug}`;
    const read = stripSpaces(await visit(reader.page, path));
    // Payloads without the markup of articles, which are shown unchanged.
    const plainTexts = batch.filter((each) => !/\*\*|`|\]\(|^\s*(?:\d+\.|[-*>#])/m.test(each));
    shownCount += plainTexts.length;
    expect(plainTexts.filter((each) => !read.includes(stripSpaces(each)))).toEqual([]);
  }
  // The rest became links and code without their markup characters; below, they must have no effect either.
  expect([shownCount, all.length]).toEqual([439, 504]);
  expect(editor.incidents).toEqual([]);
  expect(reader.incidents).toEqual([]);
  await editor.context.close();
  await reader.context.close();
}, 300_000);

test('email signatures: 500 payloads are text, in the profile and in the email that has them', async () => {
  const lender = { token: world.callers.LO.token! };
  const { id } = (await server.call('getSignature', {}, lender)).body;
  const writer = await open('LO');
  await visit(writer.page, '/user/profile');
  const reader = await open();
  await reader.page.route('**/*', (route) => route.abort());
  const refused: string[] = [];
  for (const text of signaturesOf(all)) {
    await writer.page.getByRole('textbox', { name: 'Email signature' }).fill(text);
    await provoke(writer.page);
    const saved = await server.call('updateSignature', { params: { id }, body: { text } }, lender);
    if (saved.status !== 200) refused.push(text);
    await reader.page.setContent(saved.status === 200 ? saved.body.html : '');
    expect(await reader.page.locator('script, img, iframe, svg, object, form').count()).toBe(0);
  }
  expect(refused).toEqual([]);
  expect(writer.incidents).toEqual([]);
  expect(reader.incidents).toEqual([]);
  await writer.context.close();
  await reader.context.close();
}, 300_000);

test('every page shows every field as text', async () => {
  target ??= await world.target('LB', 'own', EVERYTHING);
  await fillFields();
  const { loan, templateId, threadId, companyId, employeeId, element } = target;
  const of = (path: string): string => `/loans/${loan.id}${path}`;
  const { rows } = await server.owner.query<{ slug: string }>(
    `select slug from cairn.support_category where id in (
       select category_id from cairn.support_entry where is_published and 'LENDER' = any (audiences))`,
  );
  const topic = rows[0]!.slug;
  const paths = {
    LO: [
      '/',
      '/loans/phases/origination',
      of(''),
      of(`?view=package&item=${element.id}`),
      of('?view=entities'),
      of('?view=details'),
      `/v2/learning-center/category/${topic}`,
      '/explorer/loans',
      `/explorer/loans/${loan.id}/package`,
      of(`/messages?thread=${threadId}`),
      of('/template'),
      `/explorer/loans/${loan.id}/shoebox`,
      `/v2/templates/${templateId}`,
      '/admin/people',
      `/admin`,
    ],
    LB: [
      '/',
      of(`?view=package&item=${element.id}`),
      of('/tasks'),
      of(`/messages?thread=${threadId}`),
    ],
    ADM: [
      `/admin/labels?companyId=${companyId}`,
      '/admin/fields',
      `/admin/lender/${companyId}/${employeeId}/edit`,
    ],
  } satisfies Partial<Record<Caller, string[]>>;
  const seenFields = new Set<string>();
  for (const [caller, own] of Object.entries(paths)) {
    const { context, page, incidents } = await open(caller as Caller);
    for (const path of own) {
      for (const field of fieldsIn(await visit(page, path))) seenFields.add(field);
    }
    expect(incidents).toEqual([]);
    await context.close();
  }
  expect(FIELDS.filter((field) => !seenFields.has(field))).toEqual([]);
}, 300_000);

test('emails: 500 payloads in every place of an email are text', async () => {
  const { address } = site;
  const { context, page, incidents } = await open();
  await page.route('**/*', (route) => route.abort());
  for (const batch of batchesOf(200)) {
    const [badge = '', reason = '', note = '', preheader = ''] = batch;
    const officer = { name: badge, jobTitle: reason, phone: note };
    const { html } = composeEmail(
      { name: batch[0]!, site: address, officer },
      batch[1]!,
      batch.flatMap((each) => [
        each,
        { code: each },
        { link: `${address}/?${each}`, words: each },
        { items: [{ title: each, notes: [each], aside: each }] },
        { quote: each, by: each },
        { details: [[each, each]] },
        { hint: each, link: `${address}/?${each}`, words: each },
      ]),
      { badge, reason, note, preheader },
    );
    await page.setContent(html);
    await page.waitForTimeout(50);
    expect(await page.locator('script, img, iframe, svg, object, form').count()).toBe(0);
  }
  expect(incidents).toEqual([]);
  await context.close();
}, 120_000);
