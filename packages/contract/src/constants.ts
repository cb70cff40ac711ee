/** Business constants, each defined once, under the specification's name. */

/** All paths of the contract are relative to this path, on the same host [R273]. */
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
/** The loan roles on the lender's side. */
export const LENDER_ROLES = ['UNDERWRITER_LENDER', 'LENDER'] as const;
export const BORROWER_ROLES = ['LEAD_BORROWER', 'BORROWER', 'PRINCIPAL'] as const;
export const CONTACT_ROLES = ['KEY_CONTACT', 'OTHER'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];
/** Kinds and types of users as the specification names them [R109] [R110]. */
export const USER_KINDS = ['PRINCIPAL', 'USER'] as const;
export const USER_TYPES = ['LENDER', 'ANONYMOUS'] as const;

/** The role level at which a user with this loan role is logged in. app.level_of is the same mapping in SQL. */
export function levelOf(role: LoanRole): RoleLevel {
  if (role === 'UNDERWRITER_LENDER' || role === 'LENDER') return 'LENDER';
  if (role === 'LEAD_BORROWER' || role === 'BORROWER') return 'BORROWER';
  return role === 'PRINCIPAL' ? 'APPLICANT' : 'CONTACT';
}

/** Choices of the "Modified" filter, in days back from now; 0 is today [R317]. */
export const DATE_FILTER_DAYS = [0, 7, 30, 60, 90, 180] as const;
export type DateFilterDays = (typeof DATE_FILTER_DAYS)[number];
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
/** The pages of the pipeline, as their addresses name them; servicing is part of the portfolio. */
export const PIPELINE_SECTIONS = [
  'lead',
  'origination',
  'portfolio',
  'servicing',
  'archive',
] as const;
export type PipelineSection = (typeof PIPELINE_SECTIONS)[number];
/** Maximum number of loans that one call moves. */
export const MAX_BULK_LOANS = 100;
/** Maximum number of saved views per user. */
export const MAX_LOAN_VIEWS = 50;

/** Level in a company: owners administer it, employees work on its loans. */
export const EMPLOYEE_LEVELS = ['OWNER', 'EMPLOYEE'] as const;
export type EmployeeLevel = (typeof EMPLOYEE_LEVELS)[number];
export const EMPLOYEE_STATUSES = ['INVITED', 'ACTIVE', 'LOCKED', 'CLOSED'] as const;
export const INVITATION_STATES = [
  /** The invitation is saved and not sent yet. */
  'NOT_SENT',
  'OPEN',
  'ACCEPTED',
  'DECLINED',
  'EXPIRED',
  'REPLACED',
  'REMOVED',
] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
export const INVITATION_DAYS = 7;
export const INVITATION_AGAIN_SECONDS = 60;
/** Invitation emails per hour: to one address, for one loan, and from one company. */
export const INVITATIONS_AN_HOUR = 5;
export const LOAN_INVITATIONS_AN_HOUR = 40;
/** Maximum number of pending invitations of a loan, including those that are saved and not sent yet. */
export const MAX_INVITED_TO_LOAN = 100;
export const COMPANY_INVITATIONS_AN_HOUR = 100;
export const MAX_USERS_FOUND = 15;

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
export type LoanStatus = keyof typeof LOAN_STATUSES;
export const LOAN_STATUS_CODES = Object.keys(LOAN_STATUSES) as [LoanStatus, ...LoanStatus[]];

/** Review statuses as they appear in paths. The database stores them in capitals, with underscores. */
export const REVIEW_STATUS_PATHS = [
  'not-ready',
  'ready-to-review',
  'in-review',
  'changes-requested',
  'review-complete',
] as const;

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

/** Audiences of the learning center; each article is for one or more of them. */
export const KNOWLEDGE_BASES = {
  LENDER: 'Lenders',
  BORROWER: 'Borrowers',
  ADMIN: 'Administrators',
} as const;

/** The value of a select's placeholder option, such as "Choose…" [R267] [R268]. */
export const PLACEHOLDER = 'INVALID';

export const PRIORITIES = ['HIDDEN', 'HIGH', 'LOW', 'MEDIUM', 'PRIVATE', 'URGENT'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const STORAGE_TYPES = ['FILE', 'FOLDER'] as const;
export const PROVIDERS = ['S3', 'SHAREPOINT'] as const;

export const VIRUS_SCAN_STATES = ['PENDING', 'CLEAN', 'INFECTED', 'ERROR'] as const;
/** Why a file was blocked; texts are in file-terms. */
export const SCAN_REASONS = [
  'VIRUS',
  'TYPE_NOT_ALLOWED',
  'TYPE_MISMATCH',
  'ENCRYPTED',
  'WRONG_PASSWORD',
  'TOO_COMPLEX',
  'DAMAGED',
] as const;
export type ScanReason = (typeof SCAN_REASONS)[number];
/**
 * The state of a clean file in the document pipeline. PROCESSING: being converted. READING: its pages can be shown, and
 * OCR of scanned ones is in progress. The states after READY say why the file has no pages.
 */
export const CONTENT_STATES = [
  'PROCESSING',
  'READING',
  'READY',
  'PASSWORD',
  'DAMAGED',
  'EMPTY',
  'UNSUPPORTED',
  'TOO_LARGE',
  'FAILED',
] as const;
export type ContentState = (typeof CONTENT_STATES)[number];
export type VirusScanState = (typeof VIRUS_SCAN_STATES)[number];

/** Default loan and folder color [R065]. */
export const DEFAULT_COLOR = '#FAC014';
/** Text fields hold at most this many characters [R265]. */
export const TEXT_MAX = 255;
/** Optional country prefix and separators, then groups of three and four digits [R270]. */
export const PHONE =
  /^(\+?[0-9]{1,3}[ \u00A0.-]?)?(\(?[0-9]{3}\)?[ \u00A0.-]?)[0-9]{3}[ \u00A0.-]?[0-9]{4}$/;
/** A DNS label of three to 63 lowercase letters, digits and hyphens. */
export const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/;
/** Subdomains that the installation's own hosts need, and names that would look official. */
export const RESERVED_SUBDOMAINS: readonly string[] =
  'admin api app auth cairn cdn docs files help login mail sso static status support www'.split(
    ' ',
  );
/** Our own pages send about 20 kB. */
export const LOGO_MAX_BYTES = 256 * 1024;
export const LOGO_MAX_PIXELS = 2048;
export const PASSWORD_EXPIRY_MAX_DAYS = 3650;
export const PREFERENCE_KEY = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
/** Maximum length of one preference's encoded value. */
export const PREFERENCE_MAX = 8192;
/** Maximum length of the name of a version of the terms of service. */
export const TERMS_VERSION_MAX = 64;
/** Maximum number of preferences per user. */
export const MAX_PREFERENCES = 100;
/** Levels of the folder tree that are expanded initially [R048]. */
export const TREE_DEPTH = 2;
/** Larger files are uploaded in parts of this size; a resumed upload does not repeat the finished parts. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
export const UPLOAD_MAX_BYTES = 250 * 1024 * 1024;
/** Five failures lock an account; the reply to the fourth says that one attempt is left. */
export const LOGIN_ATTEMPTS = 5;
export const LOCKED_SECONDS = 900;
/** There are no composition rules, such as required digits: length matters most. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
/** A code sent by email: 8 characters, shown as XXXX-XXXX. */
export const CODE_LENGTH = 8;
/** A code sent by SMS: digits only. */
export const TEXT_CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** Minimum time before the same code is sent again. */
export const CODE_AGAIN_SECONDS = 60;
/** Maximum number of emails or SMS with a code, including repeats of the same code, per address or number. */
export const CODES_AN_HOUR = 5;
/** Additional codes for browsers that the account has used before, so that strangers cannot use up the whole limit. */
export const KNOWN_DEVICE_CODES_AN_HOUR = 3;
/**
 * Lifetime of a password reset link. Sent links are counted over the same hour, so that the newest link still works
 * when the limit is reached.
 */
export const RESET_LINK_MINUTES = 60;
export const CODE_PROVIDERS = ['EMAIL'] as const;
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_HOURS = 12;
/** Four-eyes approval still applies for this long after it was turned off. */
export const FOUR_EYES_END_HOURS = 24;
/** Maximum number of concurrent sessions per user; one more ends the least recently used one. */
export const MAX_SESSIONS = 20;
/** After this many days without a login, a browser counts as unknown again. */
export const DEVICE_DAYS = 180;
/** Our own pages send about 20 kB. */
export const AVATAR_MAX_BYTES = 256 * 1024;
export const AVATAR_MAX_PIXELS = 1024;
export const CREDIT_CONSENT_VERSION = '2026-11';

/** A loan without a change for this many days counts as idle. */
export const IDLE_DAYS = 14;

/** Timeout of a call in the browser; twice as long for a call that is declared slow [R279]. */
export const TIMEOUT_MS = 10_000;
export const SLOW_TIMEOUT_MS = 20_000;
/** Query data is cached for this long after its last use [R277]. */
export const CACHE_KEPT_MS = 60_000;
/** The minimum width at which the sidebar is shown [R311]. */
export const DESKTOP_BREAKPOINT_PX = 1024;
/** Desktop or mobile [R160]: the device determines how many search results are returned. */
export const SEARCH_DEVICES = ['d', 'm'] as const;
export const SEARCH_PAGE_SIZE = { d: 15, m: 5 } as const;
/** Kinds of search results, in the order in which they are listed. */
export const FOUND_KINDS = ['LOAN', 'PERSON', 'ENTITY', 'DOCUMENT', 'MESSAGE', 'TEXT'] as const;
/** Maximum number of entries in a user's list of recently opened loans and requests. */
export const RECENT_KEPT = 15;
/** Page size of messages and conversations [G-N13]. */
export const MESSAGES_PER_PAGE = 20;
export const MESSAGE_MAX = 20_000;
/** Maximum number of drafts in a list across loans. */
export const MAX_LISTED_DRAFTS = 20;
/** Maximum number of people with whom a conversation can be started. */
export const MAX_THREAD_MEMBERS = 50;
/** Maximum number of saved replies per company: one reply of the API contains them all. */
export const MAX_SAVED_REPLIES = 200;
export const SAVED_REPLY_TITLE_MAX = 100;
export const SAVED_REPLY_MAX = 4_000;
/** Maximum number of attachments per message. */
export const MAX_ATTACHMENTS = 10;
/** A maintenance window is announced this long before it starts. */
export const MAINTENANCE_NOTICE_HOURS = 24;
/** A longer maintenance window is rejected as a probable typing error, because it would lock all users out. */
export const MAX_MAINTENANCE_DAYS = 7;
/** Six weeks: the most that a month's page shows. */
export const MAX_CALENDAR_DAYS = 42;
/** Entries per day in the month view, and the maximum number of entries that one day lists and counts. */
export const CALENDAR_SHOWN = 5;
export const MAX_CALENDAR_DAY = 100;
/** Maximum number of labels per company. */
export const MAX_LABELS = 100;
/**
 * Why a file is not accepted or not shown. Pages know these reasons before a call fails, so the texts are separate from
 * ERRORS, like those below.
 */
export const FILE_MESSAGES = {
  FILE_TOO_SMALL:
    'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
  FILE_TOO_LARGE: 'This file is larger than 250 MB. Please send a smaller one.',
  FILE_INVALID_TYPE: 'Invalid file type.  Please upload a valid file type.',
  FILE_NOT_CLEAN: 'This file isn’t available because it hasn’t passed the file check.',
} as const;
/** Shown when no reply arrived. Separate from ERRORS, so that the initial bundle does not contain the whole table. */
export const SESSION_EXPIRED_MESSAGE = 'Session expired, please log in again.';
export const SERVER_ERROR_MESSAGE = 'Server error happened when executing operation.';
