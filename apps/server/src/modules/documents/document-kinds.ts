/**
 * Kinds of documents by the words that are printed on them. General knowledge of the field: which words of a form's or a
 * contract's own text tell what it is. A title counts wherever it is, so the longest match of the earliest page wins.
 */
const KINDS: Readonly<Record<string, readonly [label: string, ...phrases: string[]]>> = {
  business_return: [
    'Business tax return',
    'form 1065',
    'return of partnership income',
    'form 1120',
    '1120 s',
    'corporation income tax return',
    's corporation',
  ],
  personal_return: ['Personal tax return', 'form 1040', 'individual income tax return'],
  trust_return: ['Trust tax return', 'form 1041', 'income tax return for estates and trusts'],
  k1: ['Schedule K-1', 'schedule k 1', 'partners share of income', 'shareholders share of'],
  transcript_request: ['IRS transcript request', '4506 c', 'request for transcript'],
  w9: ['Form W-9', 'form w 9', 'request for taxpayer identification number'],
  ein_notice: ['IRS EIN notice', 'cp 575', 'assigned you an employer identification number'],
  bank_statement: [
    'Bank statement',
    'checking statement',
    'account statement',
    'statement of account',
    'savings statement',
  ],
  interim: [
    'Interim financial statement',
    'profit and loss',
    'statement of operations',
    'income statement',
  ],
  year_end: [
    'Year-end financial statement',
    'for the year ended december 31',
    'compiled financial statements',
    'compilation report',
  ],
  debt_schedule: ['Debt schedule', 'debt schedule', 'schedule of debts', 'schedule of liabilities'],
  ar_aging: [
    'Accounts receivable aging',
    'a r aging',
    'accounts receivable aging',
    'aged receivables',
  ],
  ap_aging: ['Accounts payable aging', 'a p aging', 'accounts payable aging', 'aged payables'],
  inventory: ['Inventory report', 'inventory valuation', 'inventory report', 'inventory list'],
  projections: [
    'Financial projections',
    'financial projections',
    'projected cash flow',
    'pro forma',
  ],
  business_plan: ['Business plan', 'business plan', 'executive summary'],
  resume: ['Résumé', 'curriculum vitae', 'work experience', 'resume'],
  pfs: ['Personal financial statement', 'personal financial statement', 'form 413'],
  real_estate_owned: ['Schedule of real estate owned', 'real estate owned'],
  sba_1919: ['SBA Form 1919', 'form 1919', 'borrower information form'],
  guarantee: ['Guarantee', 'unconditional guarantee', 'personal guaranty'],
  standby: ['Standby agreement', 'standby creditors agreement', 'standby agreement'],
  drivers_license: ['Driver’s license', 'driver license', 'drivers license'],
  passport: ['Passport', 'passport'],
  articles: [
    'Articles of organization',
    'articles of organization',
    'articles of incorporation',
    'certificate of formation',
  ],
  operating_agreement: [
    'Operating agreement',
    'operating agreement',
    'limited liability company agreement',
  ],
  bylaws: ['Bylaws', 'bylaws', 'by laws of'],
  partnership_agreement: ['Partnership agreement', 'partnership agreement'],
  good_standing: [
    'Certificate of good standing',
    'certificate of good standing',
    'certificate of existence',
  ],
  assumed_name: ['Assumed name certificate', 'assumed name', 'fictitious business name'],
  business_license: ['Business license', 'business license', 'permit to operate'],
  beneficial_owners: [
    'Beneficial ownership certification',
    'beneficial owners',
    'beneficial ownership',
  ],
  resolution: [
    'Borrowing resolution',
    'resolution to borrow',
    'borrowing resolution',
    'authorized to borrow',
  ],
  landlord_waiver: [
    'Landlord waiver',
    'landlords waiver',
    'landlord waiver',
    'collateral access agreement',
  ],
  lease: ['Lease', 'commercial lease', 'lease agreement', 'landlord and tenant'],
  franchise: ['Franchise agreement', 'franchise agreement'],
  purchase_agreement: [
    'Business purchase agreement',
    'asset purchase agreement',
    'stock purchase agreement',
    'purchase and sale of business',
  ],
  valuation: ['Business valuation', 'business valuation', 'conclusion of value'],
  sources_uses: ['Sources and uses', 'sources and uses'],
  quote: ['Quote', 'quotation', 'pro forma invoice', 'quote number'],
  equipment_list: ['Equipment list', 'equipment list', 'fixed asset register'],
  payoff: ['Payoff statement', 'payoff statement', 'payoff amount'],
  real_estate_contract: [
    'Real estate contract',
    'real estate purchase',
    'contract of sale',
    'purchase and sale agreement',
  ],
  appraisal: ['Appraisal', 'appraisal report', 'market value as is'],
  phase_1: [
    'Phase I environmental report',
    'phase i environmental',
    'environmental site assessment',
  ],
  title_commitment: [
    'Title commitment',
    'commitment for title insurance',
    'preliminary title report',
  ],
  flood: ['Flood determination', 'flood hazard determination', 'flood zone determination'],
  rent_roll: ['Rent roll', 'rent roll'],
  liability_insurance: [
    'Certificate of insurance',
    'certificate of liability insurance',
    'acord 25',
  ],
  property_insurance: [
    'Property insurance',
    'evidence of commercial property insurance',
    'acord 28',
    'evidence of property insurance',
  ],
  workers_comp: ['Workers’ compensation insurance', 'workers compensation'],
  life_insurance: ['Life insurance', 'life insurance policy', 'term life'],
  ucc: ['UCC financing statement', 'ucc financing statement', 'ucc1'],
  building_permit: ['Building permit', 'building permit'],
  trust_agreement: ['Trust agreement', 'declaration of trust', 'trust agreement', 'living trust'],
};

export const kindLabel = (kind: string): string | undefined => KINDS[kind]?.[0];

/** Lower case, and anything else than letters and digits is one blank: "Partner's Share" and "PARTNERS SHARE" are the same. */
export const plain = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

export interface FoundKind {
  readonly kind: string;
  /** As it is on the page. */
  readonly phrase: string;
}

/** The kind whose words come first on the page; of those that come together, the longest. */
export function kindIn(text: string): FoundKind | undefined {
  const page = plain(text);
  let best: (FoundKind & { rank: number }) | undefined;
  for (const [kind, [, ...phrases]] of Object.entries(KINDS)) {
    for (const phrase of phrases) {
      const at = page.indexOf(` ${phrase} `);
      if (at < 0) continue;
      // A longer phrase says more: it may begin later and still win.
      const rank = at - phrase.length * 6;
      if (!best || rank < best.rank) best = { kind, phrase, rank };
    }
  }
  return best && { kind: best.kind, phrase: best.phrase };
}
