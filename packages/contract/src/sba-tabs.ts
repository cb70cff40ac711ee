/** The ten tabs of the document package for SBA's purchase of a loan's guaranty. */
export const SBA_TABS = [
  'Demand for purchase',
  'Authorization and credit memorandum',
  'Eligibility',
  'Loan and collateral documents',
  'Use of proceeds and equity injection',
  'Transcript of account',
  'Financial statements and tax verification',
  'Personal property collateral',
  'Liquidation and recoveries',
  'Fees and other documents',
] as const;

export const sbaTabName = (number: number): string => `Tab ${number}: ${SBA_TABS[number - 1]}`;

/** A template's tab is free text; a text that names none of the ten tabs gives null. */
export const sbaTabOf = (text: string | null): number | null =>
  text !== null && /^([1-9]|10)$/.test(text) ? Number(text) : null;

export const isSbaLoan = (loanType: string): boolean => loanType.startsWith('SBA_');

interface Tabbed {
  sbaTab: number | null;
  storageType: 'FILE' | 'FOLDER';
}

/** All ten tabs, including empty ones, because SBA requires each of them. */
export const groupBySbaTab = <Item extends Tabbed>(
  elements: readonly Item[],
): { number: number; title: string; elements: Item[] }[] => {
  const byTab = Map.groupBy(
    elements.filter(({ storageType }) => storageType === 'FILE'),
    ({ sbaTab }) => sbaTab,
  );
  return SBA_TABS.map((title, index) => ({
    number: index + 1,
    title,
    elements: byTab.get(index + 1) ?? [],
  }));
};

/** Sorts by tab; requests without a tab come last. */
export const inSbaOrder = (one: Tabbed, other: Tabbed): number =>
  (one.sbaTab ?? SBA_TABS.length + 1) - (other.sbaTab ?? SBA_TABS.length + 1);
