import type { ShoeboxItem } from '@cairn/contract';
import { expect, it } from 'vitest';
import { filterOf, isFiltered, isFilteredByFile, isShown, itemsShown } from './waitingFilter.ts';

const OFFICER = '0199a1b2-0000-7000-8000-000000000001';
const now = new Date('2026-11-17T12:00:00');
const item = (name: string, over: object = {}): ShoeboxItem =>
  ({
    newFile: false,
    createdDate: '2026-11-17T08:00:00Z',
    ...over,
    document: { name, virusScanState: 'CLEAN', ...(over as { document?: object }).document },
  }) as ShoeboxItem;

it('asks the server for what the address says, and drops what it cannot mean [R320]', () => {
  expect(filterOf({}, now)).toEqual({});
  expect(
    filterOf(
      {
        type: ['pdf', 'nonsense'],
        status: ['NEW'],
        stage: ['LEAD', 'x'],
        modified: '0',
        assignee: [OFFICER, 'x'],
        entity: 'bakery',
      },
      now,
    ),
  ).toEqual({
    type: ['pdf'],
    fileStatus: ['NEW'],
    category: ['LEAD'],
    modifiedSince: new Date('2026-11-17T00:00:00').toISOString(),
    officerId: [OFFICER],
    entity: 'bakery',
  });
  expect(filterOf({ assignee: ['x'], entity: 'b'.repeat(300) }, now)).toEqual({
    entity: 'b'.repeat(200),
  });
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ entity: 'bakery' })).toBe(true);
});

it('leaves of one loan’s files what the filters name', () => {
  const isShownBy = (search: object, one: ShoeboxItem) => isShown(one, search, now);
  expect(isShownBy({ type: ['pdf'] }, item('a.PDF'))).toBe(true);
  expect(isShownBy({ type: ['pdf'] }, item('a.docx'))).toBe(false);
  expect(isShownBy({ status: ['NEW'] }, item('a.pdf', { newFile: true }))).toBe(true);
  const infected = item('a.pdf', { document: { virusScanState: 'INFECTED' } });
  expect(isShownBy({ status: ['BLOCKED'] }, infected)).toBe(true);
  expect(isShownBy({ status: ['CHECKING'] }, infected)).toBe(false);
  expect(isShownBy({ modified: '7' }, item('a.pdf', { createdDate: '2026-11-01T00:00:00Z' }))).toBe(
    false,
  );
});

it('takes a loan’s shoebox for filtered by what is applied there alone', () => {
  const elsewhere = { assignee: [OFFICER], stage: ['LEAD'], entity: 'bakery', type: ['nonsense'] };
  expect(isFilteredByFile(elsewhere, now)).toBe(false);
  expect(isFilteredByFile({ type: ['pdf'] }, now)).toBe(true);
  expect(isFilteredByFile({ status: ['NEW'] }, now)).toBe(true);
  expect(isFilteredByFile({ modified: '0' }, now)).toBe(true);
});

it('keeps the open file in the list when it is no longer new, until another one is opened', () => {
  const fresh = ['a', 'b', 'c'].map((id) => item(`${id}.pdf`, { id, newFile: true }));
  const status = ['NEW'];
  const ids = (items: ShoeboxItem[], open?: string) =>
    itemsShown(items, { status, item: open }, now).map(({ id }) => id);
  expect(ids(fresh)).toEqual(['a', 'b', 'c']);
  const afterA = fresh.map((each) => ({ ...each, newFile: each.id !== 'a' }));
  expect(ids(afterA, 'a')).toEqual(['a', 'b', 'c']);
  expect(ids(afterA, 'b')).toEqual(['b', 'c']);
});
