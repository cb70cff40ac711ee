import { totalsOf, type Sheet } from '@cairn/contract/sources-uses-terms';
import { columnName, type Cell, type SheetContent } from '../../platform/xlsx.ts';

const headingCell = (text: string): Cell => ({ text, bold: true });
/** The title, the names of the sources, and their terms. */
const HEAD_ROWS = 3;

/** Uses by source, with totals as formulas, which the spreadsheet program recalculates. */
export function sheetAsCells(sheet: Sheet, loanName: string): SheetContent {
  const { sources, uses } = sheet;
  const totals = totalsOf(sheet);
  const [first, last] = [HEAD_ROWS + 1, HEAD_ROWS + uses.length];
  const [totalRow, availableRow] = [last + 1, last + 2];
  const lastSource = columnName(sources.length);
  const acrossRow = (row: number, value: number): Cell => ({
    formula: `SUM(B${row}:${lastSource}${row})`,
    value,
  });
  const rows: Cell[][] = [
    [headingCell(`Sources and uses: ${loanName}`)],
    [headingCell('Use'), ...sources.map(({ name }) => headingCell(name)), headingCell('Total')],
    [{ text: '' }, ...sources.map(({ terms }): Cell => ({ text: terms }))],
    ...uses.map(({ name, amounts }, index): Cell[] => [
      { text: name },
      ...amounts.map((amount): Cell => ({ amount })),
      acrossRow(first + index, totals.uses[index]!),
    ]),
    [
      headingCell('Total uses'),
      ...totals.used.map((value, index): Cell => {
        const column = columnName(index + 1);
        return { formula: `SUM(${column}${first}:${column}${last})`, value };
      }),
      acrossRow(totalRow, totals.totalUses),
    ],
    [
      headingCell('Available from source'),
      ...totals.available.map((amount): Cell => ({ amount })),
      acrossRow(availableRow, totals.totalSources),
    ],
    [
      headingCell('Difference'),
      ...[...totals.difference, totals.totalSources - totals.totalUses].map(
        (value, index): Cell => {
          const column = columnName(index + 1);
          return { formula: `${column}${availableRow}-${column}${totalRow}`, value };
        },
      ),
    ],
  ];
  const widths = [32, ...sources.map(() => 18), 18];
  return { name: 'Sources and uses', rows, widths };
}
