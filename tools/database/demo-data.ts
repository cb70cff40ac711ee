/** Data of the demo: one lender with a pipeline, its people, and the packages of its loans. */
import type { LoanType, PhaseCategory } from '@cairn/contract';
import type { Portrait } from './demo-portrait.ts';

export const PASSWORD = 'three stones and a trail';

export const PEOPLE = {
  dana: ['Dana', 'Whitfield', 'dana.whitfield@northgate.example'],
  marcus: ['Marcus', 'Oyelaran', 'marcus.oyelaran@northgate.example'],
  priya: ['Priya', 'Raman', 'priya.raman@northgate.example'],
  tom: ['Tom', 'Brandt', 'tom.brandt@northgate.example'],
  grace: ['Grace', 'Lindqvist', 'grace.lindqvist@northgate.example'],
} as const;
export const BORROWER = ['Elena', 'Marsh', 'elena.marsh@larkspur.example'] as const;
export const ADMINISTRATOR = ['Robin', 'Castellan', 'robin.castellan@cairn.example'] as const;
/** The owner of the second company of the demo. */
export const OFFICER = ['Noor', 'Haddad', 'noor.haddad@fairhaven.example'] as const;
/** People with a pending invitation: a new colleague, and one who works for another company. */
export const INVITED = [['Hana', 'Okafor', 'hana.okafor@northgate.example'], OFFICER] as const;
/** A co-borrower on the first borrower's loan, and the borrower's accountant, who is not invited yet. */
export const CO_BORROWER = ['Jonas', 'Marsh', 'jonas.marsh@larkspur.example'] as const;
export const ACCOUNTANT = ['Ruth', 'Adeyemi', 'ruth@adeyemi-cpa.example'] as const;
export const JOB_TITLES: Partial<Record<keyof typeof PEOPLE, string>> = {
  dana: 'Head of SBA lending',
  marcus: 'Senior underwriter',
  priya: 'Loan officer',
  tom: 'Closing specialist',
};
export type Colleague = keyof typeof PEOPLE;

/** Avatars; the other people have their initials. */
export const PORTRAITS: Partial<Record<Colleague | 'elena', Portrait>> = {
  marcus: {
    skin: [121, 78, 54],
    hair: [35, 28, 26],
    shirt: [38, 70, 104],
    ground: [214, 224, 232],
    long: 0,
  },
  priya: {
    skin: [191, 139, 103],
    hair: [48, 34, 30],
    shirt: [138, 55, 78],
    ground: [240, 226, 214],
    long: 1,
  },
  elena: {
    skin: [233, 196, 170],
    hair: [139, 84, 48],
    shirt: [70, 110, 82],
    ground: [226, 234, 222],
    long: 0.8,
  },
};
/** Confirmed phone numbers for SMS. */
export const PHONES: Partial<Record<Colleague | 'elena', string>> = {
  dana: '+1 555 010 0142',
  marcus: '+1 555 010 0163',
  elena: '+1 555 010 0187',
};

export const PHASES: readonly (readonly [string, PhaseCategory])[] = [
  ['Inquiry', 'LEAD'],
  ['Prequalification', 'LEAD'],
  ['Application', 'ORIGINATION'],
  ['Document collection', 'ORIGINATION'],
  ['Underwriting', 'ORIGINATION'],
  ['Credit approval', 'ORIGINATION'],
  ['Commitment', 'ORIGINATION'],
  ['Closing', 'ORIGINATION'],
  ['Funded', 'PORTFOLIO'],
  ['Servicing', 'PORTFOLIO'],
  ['Paid off', 'ARCHIVE'],
  ['Withdrawn', 'ARCHIVE'],
];

/** The phases of the other company, which has fewer than the demo lender. */
export const SMALL_PHASES: readonly (readonly [string, PhaseCategory])[] = [
  ['Intake', 'ORIGINATION'],
  ['Review', 'ORIGINATION'],
  ['Servicing', 'PORTFOLIO'],
  ['Closed', 'ARCHIVE'],
];

export const SUBROLES = ['Accountant', 'Attorney', 'Insurance agent', 'Title officer'] as const;

/** Lenders besides the two whose people can log in, so that the administrator has a list to search. */
export const OTHER_LENDERS = [
  'Alder Valley Bank',
  'Bluewater Community Lending',
  'Cascade Business Finance',
  'Dunmore Savings',
  'Eastport Development Corp.',
] as const;

export interface DemoLoan {
  name: string;
  code: string;
  type: LoanType;
  purpose: string;
  amount: number;
  phase: string;
  /** Days from today; negative is past. */
  closesIn: number;
  inPhase: number;
  color: string;
  team: Colleague[];
  /** Shares of the package's requests that are answered, and that are approved. */
  answered: number;
  approved: number;
}

const loan = (
  name: string,
  code: string,
  type: LoanType,
  purpose: string,
  amount: number,
  phase: string,
  closesIn: number,
  inPhase: number,
  color: string,
  team: Colleague[],
  answered: number,
  approved: number,
): DemoLoan => ({
  name,
  code,
  type,
  purpose,
  amount,
  phase,
  closesIn,
  inPhase,
  color,
  team,
  answered,
  approved,
});

/** The loans that a visitor sees first, defined individually. */
export const FEATURED: DemoLoan[] = [
  loan(
    'Ironwood Veterinary PLLC',
    'IRNW-1987',
    'SBA_504',
    'Owner-occupied real estate',
    3_420_000,
    'Closing',
    4,
    5,
    '#5B8DEF',
    ['priya', 'dana', 'tom', 'marcus'],
    1,
    0.94,
  ),
  loan(
    'Larkspur Bakery LLC',
    'LKSP-2041',
    'SBA_7A',
    'Business acquisition',
    1_850_000,
    'Document collection',
    9,
    14,
    '#FAC014',
    ['dana', 'marcus'],
    0.82,
    0.54,
  ),
  loan(
    'Copper Creek Brewing Co.',
    'CPCR-2016',
    'SBA_7A',
    'Equipment and working capital',
    640_000,
    'Underwriting',
    -4,
    21,
    '#E4743B',
    ['marcus', 'dana'],
    0.96,
    0.72,
  ),
  loan(
    'Blue Heron Marine Services',
    'BLHM-2052',
    'SBA_EXPRESS',
    'Expansion',
    350_000,
    'Credit approval',
    15,
    3,
    '#2BA6A0',
    ['dana', 'tom'],
    1,
    0.88,
  ),
  loan(
    'Tamarack Dental Partners',
    'TMRK-2060',
    'SBA_7A',
    'Partner buyout',
    2_275_000,
    'Underwriting',
    19,
    9,
    '#FAC014',
    ['marcus', 'dana', 'grace'],
    0.9,
    0.64,
  ),
  loan(
    'Juniper & Sage Hospitality',
    'JNSG-2048',
    'CONVENTIONAL_CRE',
    'Hotel refinance',
    6_900_000,
    'Commitment',
    26,
    2,
    '#8E6FD8',
    ['priya', 'marcus'],
    0.98,
    0.9,
  ),
  loan(
    'Redfern Logistics Inc.',
    'RDFN-2071',
    'USDA_BI',
    'Fleet purchase',
    4_100_000,
    'Document collection',
    54,
    6,
    '#D9534F',
    ['tom', 'dana'],
    0.46,
    0.24,
  ),
  loan(
    'Sunfield Early Learning Center',
    'SNFD-2075',
    'SBA_504',
    'New construction',
    2_980_000,
    'Document collection',
    68,
    4,
    '#7BB661',
    ['dana', 'grace'],
    0.32,
    0.12,
  ),
];

/** Names of the other loans, which are generated. */
export const NAMES = [
  'Alder & Ash Millwork',
  'Beacon Hill Pharmacy',
  'Cedar Point Orthodontics',
  'Driftwood Inn',
  'Elm Street Hardware',
  'Foxglove Florists',
  'Granite State Paving',
  'Harbor Light Seafood',
  'Inlet Boat Works',
  'Jasper Ridge Winery',
  'Kestrel Aviation Services',
  'Lantern Hill Farm',
  'Meridian Sheet Metal',
  'North Fork Physical Therapy',
  'Old Mill Coffee Roasters',
  'Pinecrest Assisted Living',
  'Quarry Road Auto Body',
  'Rivermark Print & Sign',
  'Stonebridge Family Dental',
  'Timberline HVAC',
  'Union Street Laundry',
  'Valley View Nursery',
  'Westwind Charter Buses',
  'Yarrow Veterinary Clinic',
  'Zephyr Solar Installers',
  'Bluestem Grain Storage',
  'Cobalt Machine Tool',
  'Dovetail Cabinetry',
  'Evergreen Tree Care',
  'Fieldstone Montessori',
] as const;
export const PURPOSES = [
  'Business acquisition',
  'Equipment purchase',
  'Working capital',
  'Expansion',
  'Debt refinance',
  'Owner-occupied real estate',
  'Partner buyout',
  'Leasehold improvements',
] as const;
export const TYPES: readonly LoanType[] = [
  'SBA_7A',
  'SBA_7A',
  'SBA_7A_SMALL',
  'SBA_EXPRESS',
  'SBA_504',
  'CONVENTIONAL_CRE',
  'EQUIPMENT',
  'LINE_OF_CREDIT',
  'USDA_BI',
];
export const COLORS = [
  '#FAC014',
  '#5B8DEF',
  '#E4743B',
  '#2BA6A0',
  '#8E6FD8',
  '#D9534F',
  '#7BB661',
  '#4FA3C7',
] as const;
/** Number of generated loans in each phase. */
export const DEALT: Record<string, number> = {
  Inquiry: 9,
  Prequalification: 5,
  Application: 7,
  'Document collection': 9,
  Underwriting: 6,
  'Credit approval': 3,
  Commitment: 2,
  Closing: 3,
  Funded: 18,
  Servicing: 24,
  'Paid off': 12,
  Withdrawn: 7,
};

/** The package of a loan: folders by entity, and the requests in each. */
export const PACKAGE: Record<string, readonly (readonly [string, string])[]> = {
  'Business Docs': [
    ['2025 business tax return', 'All pages and schedules, signed.'],
    ['2024 business tax return', 'All pages and schedules, signed.'],
    ['2023 business tax return', 'All pages and schedules, signed.'],
    ['Year-to-date profit and loss', 'Not older than 60 days.'],
    ['Year-to-date balance sheet', 'Same date as the profit and loss.'],
    ['Business debt schedule', 'Every loan and lease, with balance, payment and maturity.'],
    ['Articles of organization', 'As filed with the state, with all amendments.'],
    ['Operating agreement', 'Signed by all members.'],
    ['Commercial lease', 'Including every amendment and the signature page.'],
    ['October bank statement', 'All pages, even blank ones.'],
  ],
  'Individual Docs': [
    ['SBA Form 413, personal financial statement', 'Dated within 90 days of closing.'],
    ['SBA Form 1919, borrower information', 'One for each owner of 20% or more.'],
    ['2025 personal tax return', 'All pages and schedules, signed.'],
    ['2024 personal tax return', 'All pages and schedules, signed.'],
    ['Résumé', 'Work history and experience in this industry.'],
    ['Government photo ID', 'Front and back, not expired.'],
  ],
  'Project Docs': [
    ['Letter of intent', 'Signed by buyer and seller.'],
    ['Purchase agreement', 'The latest draft is fine until it is signed.'],
    ['Sources and uses', 'How the loan and your own money will be spent.'],
    ['Business plan with projections', 'Two years, the first one by month.'],
    ['Franchise agreement', 'Only if the business is a franchise.'],
  ],
  'Collateral Docs': [
    ['Equipment list with serial numbers', 'Make, model, year and condition.'],
    ['Certificate of insurance', 'Naming the lender as loss payee.'],
    ['Phase I environmental report', 'For real estate, not older than 180 days.'],
  ],
};
/** Document flags of some requests. */
export const FLAGS: Record<string, string[]> = {
  'SBA Form 413, personal financial statement': ['NEEDS_SIGNATURE'],
  'Purchase agreement': ['NEEDS_WET_SIG'],
};
/** Requests that are hidden from the borrower. */
export const INTERNAL = [
  ['Credit memorandum', 'For the credit committee.'],
  ['Risk rating worksheet', 'Before commitment.'],
] as const;

/** The lender's labels for people. */
export const LABELS: readonly (readonly [name: string, color: string])[] = [
  ['Referral partner', '#5B8DEF'],
  ['Rush', '#D9534F'],
  ['Spanish speaking', '#2BA6A0'],
  ['CDC involved', '#8E6FD8'],
  ['First-time owner', '#7BB661'],
];
