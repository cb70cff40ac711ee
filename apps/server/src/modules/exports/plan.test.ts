import { expect, test } from 'vitest';
import { contentsOf } from './contents.ts';
import { extensionOf, pathsOf, safeName } from './paths.ts';
import { fingerprintOf, folderOf, planOf, type Item } from './plan.ts';

const item = (id: string, over: Partial<Item> = {}): Item => ({
  id,
  parent_id: 'root',
  target_id: null,
  title: id,
  storage_type: 'FILE',
  display_order: 1000,
  document_id: `d-${id}`,
  document_name: `${id}.pdf`,
  document_version: 1,
  document_size: 1000,
  document_pages: 2,
  content_state: 'READY',
  virus_scan_state: 'CLEAN',
  answer_value: null,
  is_approved: false,
  approved_by: null,
  decided_at: null,
  is_shared: false,
  ...over,
});
const folder = (id: string, parent: string | null = 'root', over: Partial<Item> = {}): Item =>
  item(id, { parent_id: parent, storage_type: 'FOLDER', document_id: null, ...over });
const root = folder('root', null);

test('a plan follows the tree: folders first, links in their own place, empty folders left out, orphans kept', () => {
  const plan = planOf([
    item('Lease'),
    item('Link', { target_id: 'Lease', document_id: null }),
    item('Dead link', { target_id: 'of a request that is hidden', document_id: null }),
    folder('Empty'),
    folder('Taxes'),
    folder('2025', 'Taxes'),
    item('Return', { parent_id: '2025' }),
    item('Orphan', { parent_id: 'of a folder that is hidden' }),
    item('Asked for', { document_id: null }),
    item('Bad', { parent_id: 'Empty', virus_scan_state: 'INFECTED' }),
    root,
  ]);
  expect(plan.folders).toEqual([
    { title: 'Taxes', within: null },
    { title: '2025', within: 0 },
  ]);
  expect(plan.files.map((file) => [folderOf(plan, file), file.title])).toEqual([
    ['Taxes / 2025', 'Return'],
    ['', 'Lease'],
    ['', 'Link'],
    ['', 'Orphan'],
  ]);
  expect(plan.leftOut).toEqual([{ folder: 'Empty', title: 'Bad', reason: 'INFECTED' }]);
});

test('what other loans share comes last; typed answers are listed', () => {
  const plan = planOf([
    root,
    folder('Business'),
    item('Lease'),
    item('Appraisal', { parent_id: 'of the other loan', is_shared: true }),
    item('Franchise', { parent_id: 'Business', document_id: null, answer_value: false }),
    item('Site', { document_id: null, answer_value: { doesNotApply: 'RENT_NOT_OWN', note: null } }),
    item('License', { document_id: null, answer_value: { driversLicense: 'a person' } }),
  ]);
  expect(plan.files.map((file) => [folderOf(plan, file), file.title])).toEqual([
    ['', 'Lease'],
    ['Shared from other loans', 'Appraisal'],
  ]);
  expect(plan.answers).toEqual([
    { folder: 'Business', title: 'Franchise', text: 'No' },
    { folder: '', title: 'Site', text: 'Does not apply: We rent our location' },
  ]);
});

test('approved only leaves out all else, and says so', () => {
  const items = [
    root,
    item('Approved', { is_approved: true }),
    item('Waiting'),
    item('Link', { target_id: 'Approved', document_id: null }),
    item('Typed', { document_id: null, answer_value: 'text' }),
  ];
  const options = { approvedOnly: true, cover: false, stamps: false };
  const plan = planOf(items, { options });
  expect(plan.files.map(({ title }) => title)).toEqual(['Approved', 'Link']);
  expect(plan.answers).toEqual([]);
  expect(plan.leftOut.map(({ title, reason }) => [title, reason])).toEqual([
    ['Typed', 'NOT_APPROVED'],
    ['Waiting', 'NOT_APPROVED'],
  ]);
  expect(fingerprintOf(planOf(items)).equals(fingerprintOf(plan))).toBe(false);
});

test('a fingerprint changes with everything that a file would show', () => {
  const of = (...items: Item[]) => fingerprintOf(planOf([root, ...items])).toString('hex');
  const before = of(item('a'), item('b'));
  expect(of(item('a'), item('b'))).toBe(before);
  for (const items of [
    [item('a')],
    [item('a'), item('b', { title: 'c' })],
    [item('a'), item('b', { document_name: 'c.pdf' })],
    [item('a'), item('b', { document_version: 2 })],
    [item('a'), item('b', { document_id: 'other' })],
    [item('a'), item('b', { virus_scan_state: 'INFECTED' })],
    [item('a'), folder('f'), item('b', { parent_id: 'f' })],
    [item('a'), item('b', { display_order: 1 })],
  ]) {
    expect(of(...items)).not.toBe(before);
  }
});

test('names are safe on every system', () => {
  expect(
    ['..', '.', '', ' . ', '.bashrc', 'a/b\\c', 'aux.txt', 'x\0y\r\nz', 'end. ', 'tab\there'].map(
      (name) => safeName(name),
    ),
  ).toEqual(['_', '_', '_', '_', 'bashrc', 'a_b_c', '_aux.txt', 'xyz', 'end', 'tabhere']);
  expect(safeName('é'.repeat(300))).toHaveLength(80);
  expect(['a.PDF', 'a', 'a.tar.gz', 'a.p/f', 'a.toolongforone'].map(extensionOf)).toEqual([
    '.pdf',
    '',
    '.gz',
    '',
    '',
  ]);
});

test('paths stay short and single, however deep and however alike the folders', () => {
  const deep = Array.from({ length: 60 }, (_, index) => ({
    title: `A folder with quite a long name ${index}`,
    within: index === 0 ? null : index - 1,
  }));
  const files = [1, 2].map((number) => ({
    within: 59,
    title: 'x'.repeat(200),
    name: 'x.pdf',
    documentId: `${number}`,
    version: 1,
  }));
  const paths = pathsOf({ folders: deep, files }, [], () => '.pdf');
  expect(new Set(paths).size).toBe(2);
  for (const path of paths) expect(path.length).toBeLessThan(200);
  const twins = [
    { title: 'Taxes', within: null },
    { title: 'TAXES', within: null },
  ];
  const inTwins = [0, 1].map((within) => ({ ...files[0]!, title: 'a', within }));
  expect(pathsOf({ folders: twins, files: inTwins }, [], () => '')).toEqual([
    'Taxes/a',
    'TAXES (2)/a',
  ]);
});

test('an approval is of its request, while it holds, and part of the fingerprint', () => {
  const decided = { approved_by: 'Dana', decided_at: '2026-11-01T12:00:00.000Z' };
  const planned = (is_approved: boolean) =>
    planOf([
      root,
      item('Lease', { document_id: 'one', is_approved, ...decided }),
      item('Lease copy', { document_id: 'one' }),
      item('Link', { target_id: 'Lease', document_id: null }),
    ]);
  const { files } = planned(true);
  const approval = { by: 'Dana', at: decided.decided_at };
  expect(files.map((file) => [file.title, file.approval])).toEqual([
    ['Lease', approval],
    ['Lease copy', undefined],
    ['Link', approval],
  ]);
  expect(planned(false).files.every((file) => file.approval === undefined)).toBe(true);
  expect(fingerprintOf(planned(false))).not.toEqual(fingerprintOf(planned(true)));
});

test('the contents count files, pages and bytes by folder of the root, and leave out what the plan does', () => {
  const items = [
    root,
    folder('Taxes'),
    folder('2025', 'Taxes'),
    item('Return', { parent_id: '2025', document_pages: 40, document_size: 5000 }),
    item('Letter', { parent_id: 'Taxes', document_pages: null, content_state: null }),
    item('Ledger', {
      parent_id: 'Taxes',
      document_pages: null,
      content_state: 'UNSUPPORTED',
    }),
    item('Again', { parent_id: 'Taxes', target_id: 'Return', document_id: null }),
    item('Lease'),
    item('Bad', { virus_scan_state: 'INFECTED' }),
    item('Franchise?', { document_id: null, answer_value: false }),
  ];
  expect(contentsOf(planOf(items), items)).toEqual([
    { folder: 'Taxes', files: 4, pages: 80, uncounted: 1, size: 12_000 },
    { folder: '', files: 1, pages: 2, uncounted: 0, size: 1000 },
    { folder: 'Typed answers', files: 1, pages: 0, uncounted: 1, size: 0 },
  ]);
  const approvedOnly = { approvedOnly: true, cover: false, stamps: false };
  expect(contentsOf(planOf(items, { options: approvedOnly }), items)).toEqual([]);
});

test('a folder with the name of the typed answers is one row with them', () => {
  const items = [
    root,
    folder('Typed answers'),
    item('Letter', { parent_id: 'Typed answers' }),
    item('Franchise?', { document_id: null, answer_value: false }),
  ];
  expect(contentsOf(planOf(items), items)).toEqual([
    { folder: 'Typed answers', files: 2, pages: 2, uncounted: 1, size: 1000 },
  ]);
});
