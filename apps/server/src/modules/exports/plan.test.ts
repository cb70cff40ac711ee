import { expect, test } from 'vitest';
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
  virus_scan_state: 'CLEAN',
  ...over,
});
const folder = (id: string, parent: string | null = 'root', over: Partial<Item> = {}): Item =>
  item(id, { parent_id: parent, storage_type: 'FOLDER', document_id: null, ...over });
const root = folder('root', null);

test('a plan follows the tree: folders first, links and empty folders left out, orphans kept', () => {
  const plan = planOf([
    item('Lease'),
    item('Link', { target_id: 'Lease' }),
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
    ['', 'Orphan'],
  ]);
  expect(plan.leftOut).toEqual([{ folder: 'Empty', title: 'Bad', reason: 'INFECTED' }]);
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
