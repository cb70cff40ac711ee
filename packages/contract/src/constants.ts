/** Business constants, each once, under the specification's name. */

/** All paths of the contract are relative to it, on the same host [R273]. */
export const API_BASE_PATH = '/api';

export const PHASE_CATEGORIES = ['LEAD', 'ORIGINATION', 'PORTFOLIO', 'ARCHIVE'] as const;
export type PhaseCategory = (typeof PHASE_CATEGORIES)[number];

export const ROLE_LEVELS = ['ADMIN', 'LENDER', 'BORROWER', 'APPLICANT', 'CONTACT'] as const;
export type RoleLevel = (typeof ROLE_LEVELS)[number];

export const LOAN_ROLES = [
  'UNDERWRITER_LENDER',
  'LENDER',
  'LEAD_BORROWER',
  'BORROWER',
  'PRINCIPAL',
  'KEY_CONTACT',
  'OTHER',
] as const;
export type LoanRole = (typeof LOAN_ROLES)[number];

export const LOAN_TYPES = {
  SBA_7A: 'SBA 7(a)',
  SBA_7A_SMALL: 'SBA 7(a) Small',
  SBA_EXPRESS: 'SBA Express',
  SBA_504: 'SBA 504',
  USDA_BI: 'USDA B&I',
  CONVENTIONAL_CRE: 'Conventional CRE',
  CONVENTIONAL_CI: 'Conventional C&I',
  EQUIPMENT: 'Equipment',
  LINE_OF_CREDIT: 'Line of credit',
  CONSTRUCTION: 'Construction',
} as const;
export type LoanType = keyof typeof LOAN_TYPES;
export const LOAN_TYPE_CODES = Object.keys(LOAN_TYPES) as [LoanType, ...LoanType[]];

export const LOAN_STATUSES = {
  PROSPECT: 'Prospect',
  APPLICATION: 'Application',
  IN_REVIEW: 'In Review',
  UNDERWRITING: 'Underwriting',
  APPROVED: 'Approved',
  COMMITTED: 'Committed',
  CLOSING: 'Closing',
  FUNDED: 'Funded',
  SERVICING: 'Servicing',
  PAID_OFF: 'Paid Off',
  ON_HOLD: 'On Hold',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
} as const;

export const ENTITY_TYPES = {
  SOLE_PROPRIETORSHIP: 'Sole proprietorship',
  PARTNERSHIP: 'Partnership',
  LLC: 'LLC',
  S_CORP: 'S corporation',
  C_CORP: 'C corporation',
  NON_PROFIT: 'Non-profit',
  TRUST: 'Trust',
  INDIVIDUAL: 'Individual',
} as const;

/** For whom the learning centre writes. */
export const KNOWLEDGE_BASES = {
  LENDER: 'Lenders',
  BORROWER: 'Borrowers',
  ADMIN: 'Administrators',
} as const;

/** The value of an option that only asks for a choice [R267] [R268]. */
export const PLACEHOLDER = 'INVALID';

export const PRIORITIES = ['HIDDEN', 'HIGH', 'LOW', 'MEDIUM', 'PRIVATE', 'URGENT'] as const;
export const STORAGE_TYPES = ['FILE', 'FOLDER'] as const;
export const PROVIDERS = ['S3', 'SHAREPOINT'] as const;

export const VIRUS_SCAN_STATES = ['PENDING', 'CLEAN', 'INFECTED', 'ERROR'] as const;
export type VirusScanState = (typeof VIRUS_SCAN_STATES)[number];

/** Default loan and folder colour [R065]. */
export const DEFAULT_COLOR = '#FAC014';
/** Text fields hold at most this many characters [R265]. */
export const TEXT_MAX = 255;
/** Optional country prefix and separators, then groups of three and four digits [R270]. */
export const PHONE = /^(\+?\d{1,3}[\s.-]?)?(\(?\d{3}\)?[\s.-]?)\d{3}[\s.-]?\d{4}$/;
export const PREFERENCE_KEY = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
/** Characters of one preference's value, encoded. */
export const PREFERENCE_MAX = 8192;
/** Preferences one person can keep. */
export const PREFERENCES_MOST = 100;
/** How deep the folder tree opens by itself [R048]. */
export const TREE_DEPTH = 2;
export const UPLOAD_MAX_BYTES = 250 * 1024 * 1024;
/** Five failures lock an account; the fourth one says that one attempt is left. */
export const LOGIN_ATTEMPTS = 5;
export const LOCKED_SECONDS = 900;
/** No rules of composition: length is what counts. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
/** A code by e-mail: 8 characters, shown as XXXX-XXXX. */
export const CODE_LENGTH = 8;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** The same code is sent again, but not more often than this. */
export const CODE_AGAIN_SECONDS = 60;
export const CODES_AN_HOUR = 5;
export const CODE_PROVIDERS = ['EMAIL'] as const;
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_HOURS = 12;
/** Cached query data is kept this long after it is no longer used [R277]. */
export const CACHE_KEPT_MS = 60_000;
export const DESKTOP_BREAKPOINT_PX = 1024;
