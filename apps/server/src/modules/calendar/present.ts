import {
  MAX_CALENDAR_DAY,
  TASK_TITLES,
  taskTypesOf,
  waitsOnViewer,
  type CalendarDay,
  type CalendarEntry,
  type Element,
  type TaskViewer,
} from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { FoundRow } from './store.ts';

type Named = Pick<CalendarEntry, 'kind' | 'loanId' | 'loanName' | 'color' | 'closed'>;

const namedBy = (row: FoundRow): Named => ({
  kind: row.kind,
  loanId: row.loan_id,
  loanName: row.loan_name,
  color: row.color,
  closed: row.closed,
});

const closingEntry = (row: FoundRow): CalendarEntry => ({
  ...namedBy(row),
  id: row.id,
  title: row.loan_name,
  folderId: null,
  task: null,
  waitsOnMe: false,
});

function aboutDocument(row: FoundRow, element: Element, viewer: TaskViewer): CalendarEntry {
  const types = row.kind === 'DUE' ? taskTypesOf(element) : [];
  const type = types.find((each) => viewer.asLender || each !== 'ApproveAnswerTask');
  return {
    ...namedBy(row),
    id: element.id,
    title: element.title,
    folderId: element.parentId,
    task: type === undefined ? null : TASK_TITLES[type],
    waitsOnMe: row.kind === 'DUE' && waitsOnViewer(element, viewer),
  };
}

/** Leaves out documents that were removed between the two reads. */
export function presentDays(
  dayRows: readonly FoundRow[],
  elements: readonly Element[],
  { accountId, roleLevel }: Actor,
): CalendarDay[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const viewer = {
    userId: accountId,
    asLender: roleLevel === 'LENDER' || roleLevel === 'ADMIN',
  };
  return [...Map.groupBy(dayRows, ({ day }) => day)].map(([date, rows]) => ({
    date,
    total: Math.min(rows[0]!.total, MAX_CALENDAR_DAY),
    more: rows[0]!.total > MAX_CALENDAR_DAY,
    entries: rows.flatMap((row) => {
      if (row.kind === 'CLOSE') return closingEntry(row);
      const element = byId.get(row.id);
      return element ? aboutDocument(row, element, viewer) : [];
    }),
  }));
}
