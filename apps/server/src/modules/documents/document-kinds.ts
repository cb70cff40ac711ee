/**
 * Recognizes kinds of documents by their printed words: the words of a form or contract that tell what it is. A title
 * may be anywhere on the page, so the longest match on the earliest page wins.
 */
import { DOCUMENT_KINDS, type DocumentKind } from '@cairn/contract/document-kinds';

const PHRASES: Readonly<Record<DocumentKind, readonly string[]>> = {
  business_return: [
    'form 1065',
    'return of partnership income',
    'form 1120',
    '1120 s',
    'corporation income tax return',
    's corporation',
  ],
  personal_return: ['form 1040', 'individual income tax return'],
  trust_return: ['form 1041', 'income tax return for estates and trusts'],
  k1: ['schedule k 1', 'partners share of income', 'shareholders share of'],
  transcript_request: ['4506 c', 'request for transcript'],
  w9: ['form w 9', 'request for taxpayer identification number'],
  ein_notice: ['cp 575', 'assigned you an employer identification number'],
  bank_statement: [
    'checking statement',
    'account statement',
    'statement of account',
    'savings statement',
  ],
  interim: ['profit and loss', 'statement of operations', 'income statement'],
  year_end: [
    'for the year ended december 31',
    'compiled financial statements',
    'compilation report',
  ],
  debt_schedule: ['debt schedule', 'schedule of debts', 'schedule of liabilities'],
  ar_aging: ['a r aging', 'accounts receivable aging', 'aged receivables'],
  ap_aging: ['a p aging', 'accounts payable aging', 'aged payables'],
  inventory: ['inventory valuation', 'inventory report', 'inventory list'],
  projections: ['financial projections', 'projected cash flow', 'pro forma'],
  business_plan: ['business plan', 'executive summary'],
  resume: ['curriculum vitae', 'work experience', 'resume'],
  pfs: ['personal financial statement', 'form 413'],
  real_estate_owned: ['real estate owned'],
  sba_1919: ['form 1919', 'borrower information form'],
  guarantee: ['unconditional guarantee', 'personal guaranty'],
  standby: ['standby creditors agreement', 'standby agreement'],
  drivers_license: ['driver license', 'drivers license'],
  passport: ['passport'],
  articles: ['articles of organization', 'articles of incorporation', 'certificate of formation'],
  operating_agreement: ['operating agreement', 'limited liability company agreement'],
  bylaws: ['bylaws', 'by laws of'],
  partnership_agreement: ['partnership agreement'],
  good_standing: ['certificate of good standing', 'certificate of existence'],
  assumed_name: ['assumed name', 'fictitious business name'],
  business_license: ['business license', 'permit to operate'],
  beneficial_owners: ['beneficial owners', 'beneficial ownership'],
  resolution: ['resolution to borrow', 'borrowing resolution', 'authorized to borrow'],
  landlord_waiver: ['landlords waiver', 'landlord waiver', 'collateral access agreement'],
  lease: ['commercial lease', 'lease agreement', 'landlord and tenant'],
  franchise: ['franchise agreement'],
  purchase_agreement: [
    'asset purchase agreement',
    'stock purchase agreement',
    'purchase and sale of business',
  ],
  valuation: ['business valuation', 'conclusion of value'],
  sources_uses: ['sources and uses'],
  quote: ['quotation', 'pro forma invoice', 'quote number'],
  equipment_list: ['equipment list', 'fixed asset register'],
  payoff: ['payoff statement', 'payoff amount'],
  real_estate_contract: ['real estate purchase', 'contract of sale', 'purchase and sale agreement'],
  appraisal: ['appraisal report', 'market value as is'],
  phase_1: ['phase i environmental', 'environmental site assessment'],
  title_commitment: ['commitment for title insurance', 'preliminary title report'],
  flood: ['flood hazard determination', 'flood zone determination'],
  rent_roll: ['rent roll'],
  liability_insurance: ['certificate of liability insurance', 'acord 25'],
  property_insurance: [
    'evidence of commercial property insurance',
    'acord 28',
    'evidence of property insurance',
  ],
  workers_comp: ['workers compensation'],
  life_insurance: ['life insurance policy', 'term life'],
  ucc: ['ucc financing statement', 'ucc1'],
  building_permit: ['building permit'],
  trust_agreement: ['declaration of trust', 'trust agreement', 'living trust'],
};

export const kindLabel = (kind: string): string | undefined =>
  (DOCUMENT_KINDS as Record<string, string>)[kind];

/**
 * Lower case, with a single blank for anything but letters and digits: "Partner's Share" and "PARTNERS SHARE" are the
 * same.
 */
export const plain = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

export interface FoundKind {
  readonly kind: string;
  /** The phrase as printed on the page. */
  readonly phrase: string;
}

/** The kind whose words come first on the page; among words that start close together, the longest. */
export function kindIn(text: string): FoundKind | undefined {
  const page = plain(text);
  let best: (FoundKind & { rank: number }) | undefined;
  for (const [kind, phrases] of Object.entries(PHRASES)) {
    for (const phrase of phrases) {
      const at = page.indexOf(` ${phrase} `);
      if (at < 0) continue;
      // A longer phrase is more specific: it may start later and still win.
      const rank = at - phrase.length * 6;
      if (!best || rank < best.rank) best = { kind, phrase, rank };
    }
  }
  return best && { kind: best.kind, phrase: best.phrase };
}
