/** The ten tabs in which SBA takes the documents of a loan whose guaranty is to be purchased. */
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

/** A template's tab is free text; what names none of the ten puts a request into none. */
export const sbaTabOf = (text: string | null): number | null =>
  text !== null && /^([1-9]|10)$/.test(text) ? Number(text) : null;

export const isSbaLoan = (loanType: string): boolean => loanType.startsWith('SBA_');

interface Tabbed {
  sbaTab: number | null;
  storageType: 'FILE' | 'FOLDER';
}

/** All ten, also the empty ones: SBA asks for each. */
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

/** Requests in no tab come last. */
export const inSbaOrder = (one: Tabbed, other: Tabbed): number =>
  (one.sbaTab ?? SBA_TABS.length + 1) - (other.sbaTab ?? SBA_TABS.length + 1);
