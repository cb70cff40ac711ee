/** The lists of terms that GET /v2/templates/types returns, and the limits of templates. */

/** Kinds of blocks: a template, or a part of it, is applied to the loan or to each entity of a kind. */
export const BLOCK_TYPES = {
  LOAN: 'Loan',
  COMPANY: 'Business',
  INDIVIDUAL: 'Individual',
  TRUST: 'Trust',
  ASSET: 'Collateral',
} as const;
export type BlockType = keyof typeof BLOCK_TYPES;
export const BLOCK_TYPE_CODES = Object.keys(BLOCK_TYPES) as [BlockType, ...BlockType[]];

/** The package's folder for a block's documents. */
export const BLOCK_GROUPS: Record<BlockType, string> = {
  LOAN: 'Project Docs',
  COMPANY: 'Business Docs',
  INDIVIDUAL: 'Individual Docs',
  TRUST: 'Business and Trust Docs',
  ASSET: 'Collateral Docs',
};

export const LOAN_VIEWS = { CONVENTIONAL: 'Conventional', SBA: 'SBA' } as const;
export const LOCATIONS = {
  PACKAGE: 'Package',
  APPLICATION: 'Application',
  CLOSING: 'Closing',
  TRASH: 'Trash',
} as const;
/** Places where a template can put an element: all except the trash. */
export const TEMPLATE_LOCATIONS = ['PACKAGE', 'APPLICATION', 'CLOSING'] as const;

export { ENTITY_LABELS, ENTITY_KINDS as SHERPA_ENTITIES } from './entity-fields.ts';

export const NAMING_STRATEGIES = {
  TITLE: 'Title',
  ENTITY_TITLE: 'Name, then title',
  TITLE_ENTITY: 'Title, then name',
  TITLE_YEAR: 'Title, then year',
} as const;
export type NamingStrategy = keyof typeof NAMING_STRATEGIES;

export const STORAGE_TYPE_LABELS = { FILE: 'File', FOLDER: 'Folder' } as const;

/** The 24 document flags. */
export const DOCUMENT_FLAGS = {
  ALL: 'All',
  APPLY_NOW: 'Asked with the application',
  NONE: 'None',
  LENDER_ONLY: 'Lender only',
  SIGNATURE_REQUIRED: 'Signature required',
  EDITABLE_XLS: 'Editable sheet',
  BILLING_DOCUMENT: 'Billing document',
  INCLUDE_ANSWERED_UNACCEPTED_IN_TASK: 'Stays a task until accepted',
  FILLABLE_FORM: 'Fillable form',
  HIDE_ON_CREATE: 'Hidden at first',
  AUDITABLE: 'Auditable',
  NEEDS_LEGAL_REVIEW: 'Needs legal review',
  SYSTEM_FORM: 'System form',
  NEEDS_SIGNATURE: 'Needs signature',
  NEEDS_NOTARY: 'Needs notary',
  NEEDS_WET_SIG: 'Needs wet signature',
  NEEDS_SHIP_LABEL: 'Needs shipping label',
  INTERNAL_ONLY: 'Internal only',
  EXTERNAL_DATA: 'External data',
  SELF_SIGN: 'Self sign',
  SUBMISSION: 'Part of the submission',
  PROJECT: 'Project',
  CLOSING: 'Closing',
  CONSTRUCTION: 'Construction',
} as const;
export type DocumentFlag = keyof typeof DOCUMENT_FLAGS;
export const DOCUMENT_FLAG_CODES = Object.keys(DOCUMENT_FLAGS) as [DocumentFlag, ...DocumentFlag[]];
/** Flags of documents that are sent only to the lender's employees. */
export const KEPT_FROM_BORROWERS: readonly string[] = ['LENDER_ONLY', 'INTERNAL_ONLY'];

export const REVIEW_STATUSES = {
  NOT_READY: 'Not ready',
  READY_TO_REVIEW: 'Ready to review',
  IN_REVIEW: 'In review',
  CHANGES_REQUESTED: 'Changes requested',
  REVIEW_COMPLETE: 'Review complete',
} as const;
export type ReviewStatus = keyof typeof REVIEW_STATUSES;

/** The steps of a loan by which requests are released to the borrower, in this order. */
export const RELEASE_PHASES = {
  LEAD: 'Lead',
  APPLICATION: 'Application',
  UNDERWRITING: 'Underwriting',
  COMMITMENT: 'Commitment',
  CLOSING: 'Closing',
  POST_CLOSING: 'Servicing',
} as const;
export type ReleasePhase = keyof typeof RELEASE_PHASES;
export const RELEASE_PHASE_CODES = Object.keys(RELEASE_PHASES) as [ReleasePhase, ...ReleasePhase[]];

/** Types of answers: a file, or a value that is typed or chosen. */
export const ANSWER_TYPES = {
  DOCUMENT: 'File',
  TEXT: 'Text',
  NUMBER: 'Number',
  DATE: 'Date',
  CHOICE: 'Choice',
  ADDRESS: 'Address',
  YES_NO: 'Yes or no',
} as const;
export type AnswerType = keyof typeof ANSWER_TYPES;
export const ANSWER_TYPE_CODES = Object.keys(ANSWER_TYPES) as [AnswerType, ...AnswerType[]];

export const REPEATS = ['YEAR', 'MONTH', 'OWNER'] as const;
export type Repeat = (typeof REPEATS)[number];
export const ELEMENT_PROVIDERS = ['BORROWER', 'LENDER', 'THIRD_PARTY'] as const;
export type ElementProvider = (typeof ELEMENT_PROVIDERS)[number];

export const FIELD_TYPES = {
  TEXT: 'Text',
  NUMBER: 'Number',
  MONEY: 'Money',
  PERCENT: 'Percent',
  DATE: 'Date',
  CHOICE: 'Choice',
  YES_NO: 'Yes or no',
  ADDRESS: 'Address',
  PHONE: 'Phone',
  EMAIL: 'Email',
  TAX_ID: 'EIN',
} as const;
export type FieldType = keyof typeof FIELD_TYPES;

/** Default displayOrder of new elements, and the one that sorts first: system and pinned folders. */
export const DEFAULT_DISPLAY_ORDER = 1000;
export const FIRST_DISPLAY_ORDER = 1001;

export const MAX_TEMPLATE_ELEMENTS = 5000;
export const MAX_TEMPLATE_DEPTH = 12;
/** Elements that one call creates, changes or deletes. */
export const MAX_TEMPLATE_BATCH = 500;
export const CSV_MAX_BYTES = 5 * 1024 * 1024;
export const MAX_CSV_ROWS = 20_000;
