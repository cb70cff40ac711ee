/** Totals and checks of a sources and uses sheet, the same for the server and the page. Amounts are US dollars. */
export const MAX_SOURCES = 10;
export const MAX_USES = 60;
export const MAX_AMOUNT = 100_000_000_000;
export const SOURCE_KINDS = ['LOAN', 'EQUITY', 'OTHER'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface SheetSource {
  name: string;
  /** "10 years", "Full standby". */
  terms: string;
  kind: SourceKind;
  /** The total amount of the source. */
  available: number;
}
export interface SheetUse {
  name: string;
  /** Amounts from each source, in the order of the sources. */
  amounts: number[];
  /** The request whose document proves the cost. Absent in sheets from before this field existed. */
  elementId?: string | null | undefined;
}
export interface Sheet {
  sources: SheetSource[];
  uses: SheetUse[];
}

/** Sums are computed in whole cents, because sums of fractional dollars accumulate rounding errors. */
const cents = (amount: number): number => Math.round(amount * 100);
const dollars = (sum: number): number => sum / 100;
const sumOf = (amounts: readonly number[]): number =>
  dollars(amounts.reduce((sum, amount) => sum + cents(amount), 0));

export interface SheetTotals {
  /** The total of each use over all sources. */
  uses: number[];
  /** The total used from each source, over all uses. */
  used: number[];
  available: number[];
  /** The unused amount of each source; negative if its uses exceed it. */
  difference: number[];
  totalUses: number;
  totalSources: number;
  /** The sum of the differences of all sources, regardless of sign. */
  offBy: number;
  isBalanced: boolean;
}

export function totalsOf({ sources, uses }: Sheet): SheetTotals {
  const used = sources.map((_, at) => sumOf(uses.map(({ amounts }) => amounts[at] ?? 0)));
  const available = sources.map((source) => source.available);
  const difference = available.map((amount, at) => dollars(cents(amount) - cents(used[at]!)));
  const totalUses = sumOf(used);
  return {
    uses: uses.map(({ amounts }) => sumOf(amounts)),
    used,
    available,
    difference,
    totalUses,
    totalSources: sumOf(available),
    offBy: sumOf(difference.map(Math.abs)),
    isBalanced: totalUses > 0 && difference.every((amount) => cents(amount) === 0),
  };
}

/** The total of all sources of one kind. */
export const availableOf = ({ sources }: Sheet, kind: SourceKind): number =>
  sumOf(sources.flatMap((source) => (source.kind === kind ? [source.available] : [])));

const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d*)(\.\d{0,2})?$/;

/** "1,120,000.50" or "$95,000"; empty is 0. Undefined: not an amount. */
export function amountOf(text: string): number | undefined {
  const amountText = text.trim();
  if (amountText === '' || amountText === '-') return 0;
  const [match, whole, rest] = AMOUNT.exec(amountText) ?? [];
  if (match === undefined || (whole === '' && (rest ?? '.') === '.')) return undefined;
  const amount = Number(`${whole!.replaceAll(',', '') || '0'}${rest ?? ''}`);
  return amount <= MAX_AMOUNT ? amount : undefined;
}

/** "=95000+15000-500" adds and subtracts, as in a spreadsheet; anything else is an amount. */
export function valueOf(text: string): number | undefined {
  const entry = text.trim();
  if (!entry.startsWith('=')) return amountOf(entry);
  const parts = entry
    .slice(1)
    .replaceAll(' ', '')
    .split(/(?=[+-])/);
  let sum = 0;
  for (const part of parts) {
    const amount = amountOf(part.replace(/^[+-]/, ''));
    if (amount === undefined || /^[+-]?$/.test(part)) return undefined;
    sum += (part.startsWith('-') ? -1 : 1) * cents(amount);
  }
  return parts.length > 0 && sum >= 0 && dollars(sum) <= MAX_AMOUNT ? dollars(sum) : undefined;
}

const none = (count: number): number[] => Array.from({ length: count }, () => 0);

/** The sheet's rows without their amounts. */
export const namesOf = ({ sources, uses }: Sheet): Sheet => ({
  sources: sources.map((source) => ({ ...source, available: 0 })),
  uses: uses.map(({ name }) => ({ name, amounts: none(sources.length) })),
});

/** The default rows for a company that has not defined its own. */
export const STARTING_SHEET: Sheet = {
  sources: [
    { name: 'Loan', terms: '', kind: 'LOAN', available: 0 },
    { name: 'Seller note', terms: '', kind: 'OTHER', available: 0 },
    { name: 'Equity injection', terms: 'Cash', kind: 'EQUITY', available: 0 },
  ],
  uses: [
    'Business purchase',
    'Real estate',
    'Equipment',
    'Leasehold improvements',
    'Inventory',
    'Working capital',
    'SBA guaranty fee',
    'Closing costs',
  ].map((name) => ({ name, amounts: none(3) })),
};
