/** The sheet as typed. Amounts stay text until the cell loses the focus. */
import type { SourcesUses } from '@cairn/contract';
import { MAX_USES, valueOf, type Sheet, type SourceKind } from '@cairn/contract/sources-uses-terms';

export interface TypedSource {
  /** React key, stable when rows are added and removed. */
  key: string;
  name: string;
  terms: string;
  kind: SourceKind;
  available: string;
}
export interface TypedUse {
  key: string;
  name: string;
  amounts: string[];
  /** The request whose document proves the cost. */
  elementId: string | null;
}
export interface TypedSheet {
  sources: TypedSource[];
  uses: TypedUse[];
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const shownAmount = (amount: number): string => (amount === 0 ? '' : number.format(amount));
/** For totals, which show an empty amount as 0. */
export const shownTotal = (amount: number): string => number.format(amount);

const newKey = (): string => crypto.randomUUID();

export const typedSheet = ({
  sources,
  uses,
}: Pick<SourcesUses, 'sources' | 'uses'>): TypedSheet => ({
  sources: sources.map((source) => ({
    ...source,
    key: newKey(),
    available: shownAmount(source.available),
  })),
  uses: uses.map(({ name, amounts, elementId }) => ({
    key: newKey(),
    name,
    amounts: amounts.map(shownAmount),
    elementId,
  })),
});

export const isAmount = (text: string): boolean => valueOf(text) !== undefined;

/** Formats a cell that lost the focus: "=40+2" is 42, "1000" is "1,000". Text that is no amount stays as typed. */
export function settledAmount(text: string): string {
  const value = valueOf(text);
  return value === undefined ? text : shownAmount(value);
}

/** The sheet with numbers; text that is no amount counts as 0. */
export const sheetOf = ({ sources, uses }: TypedSheet): Sheet => ({
  sources: sources.map(({ name, terms, kind, available }) => ({
    name: name.trim(),
    terms: terms.trim(),
    kind,
    available: valueOf(available) ?? 0,
  })),
  uses: uses.map(({ name, amounts, elementId }) => ({
    name: name.trim(),
    amounts: amounts.map((text) => valueOf(text) ?? 0),
    elementId,
  })),
});

/** The reason why the sheet cannot be saved, or undefined. */
export function problemIn({ sources, uses }: TypedSheet): string | undefined {
  if ([...sources, ...uses].some(({ name }) => name.trim() === ''))
    return 'Name every source and use';
  const amounts = [
    ...sources.map(({ available }) => available),
    ...uses.flatMap((use) => use.amounts),
  ];
  return amounts.every(isAmount) ? undefined : 'Correct the amounts marked in red';
}

const addedUse = (sheet: TypedSheet): TypedUse => ({
  key: newKey(),
  name: '',
  amounts: sheet.sources.map(() => ''),
  elementId: null,
});

export const withUse = (sheet: TypedSheet): TypedSheet => ({
  ...sheet,
  uses: [...sheet.uses, addedUse(sheet)],
});

export const withSource = (sheet: TypedSheet): TypedSheet => ({
  sources: [...sheet.sources, { key: newKey(), name: '', terms: '', kind: 'OTHER', available: '' }],
  uses: sheet.uses.map((use) => ({ ...use, amounts: [...use.amounts, ''] })),
});

export const withoutUse = (sheet: TypedSheet, at: number): TypedSheet => ({
  ...sheet,
  uses: sheet.uses.filter((_, index) => index !== at),
});

export const withoutSource = (sheet: TypedSheet, at: number): TypedSheet => ({
  sources: sheet.sources.filter((_, index) => index !== at),
  uses: sheet.uses.map((use) => ({
    ...use,
    amounts: use.amounts.filter((_, index) => index !== at),
  })),
});

const replaceAt = <T>(list: readonly T[], at: number, change: Partial<T>): T[] =>
  list.map((each, index) => (index === at ? { ...each, ...change } : each));

export const withSourceChange = (
  sheet: TypedSheet,
  at: number,
  change: Partial<TypedSource>,
): TypedSheet => ({ ...sheet, sources: replaceAt(sheet.sources, at, change) });

export const withUseName = (sheet: TypedSheet, at: number, name: string): TypedSheet => ({
  ...sheet,
  uses: replaceAt(sheet.uses, at, { name }),
});

export const withUseDocument = (
  sheet: TypedSheet,
  at: number,
  elementId: string | null,
): TypedSheet => ({ ...sheet, uses: replaceAt(sheet.uses, at, { elementId }) });

export const withAmount = (
  sheet: TypedSheet,
  row: number,
  column: number,
  text: string,
): TypedSheet => ({
  ...sheet,
  uses: replaceAt(sheet.uses, row, {
    amounts: sheet.uses[row]!.amounts.map((amount, index) => (index === column ? text : amount)),
  }),
});

/** Pastes cells of a spreadsheet from one cell on: columns become amounts, rows become uses. */
export function withPasted(
  sheet: TypedSheet,
  row: number,
  column: number,
  text: string,
): TypedSheet {
  const lines = text
    .replaceAll('\r', '')
    .replace(/\n$/, '')
    .split('\n')
    .slice(0, MAX_USES - row);
  let next = sheet;
  for (const [down, line] of lines.entries()) {
    if (row + down >= next.uses.length) next = withUse(next);
    for (const [right, cell] of line.split('\t').entries()) {
      if (column + right < next.sources.length) {
        next = withAmount(next, row + down, column + right, settledAmount(cell));
      }
    }
  }
  return next;
}
