/**
 * Columns whose type is narrower than Postgres says: text with a CHECK constraint, jsonb, and columns that only the
 * database writes. A plain type replaces the value type and stays as nullable and as optional as the column is; a
 * `ColumnType` replaces everything.
 */
import type {
  ApplicationState,
  ContentState,
  DateFilterDays,
  EmailFrequency,
  EmailKind,
  EmployeeLevel,
  LoanRole,
  LoanStatus,
  LoanType,
  Location,
  NotificationKind,
  NotificationTopic,
  OwnApplicationRoles,
  PhaseCategory,
  PipelineSection,
  Priority,
  QuestionType,
  RejectionCode,
  RoleLevel,
  ScanReason,
  SortDirection,
  VirusScanState,
} from '@cairn/contract';
import type { DetailType } from '@cairn/contract/custom-field-terms';
import type { EntityKind, EntityLabel, Information } from '@cairn/contract/entity-fields';
import type { PackageKind } from '@cairn/contract/export-terms';
import type { ShoeboxType } from '@cairn/contract/shoebox-terms';
import type {
  AnswerType,
  BlockType,
  DocumentFlag,
  ElementProvider,
  FieldType,
  NamingStrategy,
  ReleasePhase,
  Repeat,
  ReviewStatus,
} from '@cairn/contract/template-terms';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A column maintained by triggers; the application only reads it. */
type Maintained<T> = ColumnType<T, never, never>;

export interface ColumnTypes {
  account: { default_role_level: RoleLevel };
  audit_entry: { detail: Record<string, unknown> };
  avatar: { content_type: 'image/jpeg' | 'image/png'; virus_scan_state: VirusScanState };
  company: { application_roles: Generated<OwnApplicationRoles> };
  document: {
    provider: 'S3' | 'SHAREPOINT';
    scan_reason: ScanReason;
    virus_scan_state: VirusScanState;
    content_state: ContentState;
  };
  document_page: {
    source: 'TEXT' | 'OCR' | 'NONE' | 'WAITING';
    words: ColumnType<[number, number, number, number, string][], string, string>;
  };
  document_version: { virus_scan_state: VirusScanState };
  element: {
    locations: Location[];
    priority_type: Priority;
    question_type: QuestionType;
    release_phase: ReleasePhase;
    rejection_code: RejectionCode;
    sherpa_entity_type: EntityKind;
    storage_type: 'FILE' | 'FOLDER';
    visible_at_status: ReviewStatus;
    answered: Maintained<boolean>;
    hollow: Maintained<boolean>;
    in_trash: Maintained<boolean>;
    kept: Maintained<boolean>;
    private: Maintained<boolean>;
    private_to: Maintained<string | null>;
    shared_to: Maintained<string[]>;
    shared_with: Maintained<string[]>;
  };
  employee: { level: EmployeeLevel };
  entity: { kind: EntityKind };
  /** Written as JSON text; a version is immutable. */
  entity_information: { fields: ColumnType<Information, string, never> };
  guarantee_rule: { loan_types: LoanType[] };
  invitation: { kind: 'EMPLOYEE' | 'LOAN_ROLE'; level: EmployeeLevel; role: LoanRole };
  loan: {
    archived_from: PhaseCategory;
    /** The close date, or infinity: lists are sorted by it. */
    close_order: GeneratedAlways<string>;
    /** When the loan entered the portfolio. */
    closed_at: Maintained<string | null>;
    held_status: LoanStatus;
    loan_type: LoanType;
    phase_category: PhaseCategory;
    /** The rank of the release phase that the loan has reached. */
    released_to: Maintained<number>;
    review_status: ReviewStatus;
    status: LoanStatus;
  };
  loan_application: { state: Exclude<ApplicationState, 'WITHDRAWN'> };
  loan_detail_field: { type: DetailType };
  loan_entity: {
    customizations: Generated<Record<string, string>>;
    labels: EntityLabel[];
    position: Maintained<number>;
  };
  loan_mark: { mark: 'TO_REVIEW' | 'TRASH' };
  loan_role: { role: LoanRole };
  loan_view: {
    direction: SortDirection;
    layout: 'LIST' | 'BOARD';
    loan_types: LoanType[];
    modified_days: DateFilterDays;
    section: PipelineSection;
  };
  notification: {
    detail: Record<string, unknown>;
    kind: NotificationKind;
    level: RoleLevel;
    topic: NotificationTopic;
  };
  outbound_message: {
    budget: 'CODE' | 'SECURITY' | 'NOTIFICATION';
    channel: 'EMAIL' | 'SMS';
    limited_by: 'SENDER' | 'LENDER' | 'RECIPIENT';
    outcome: 'ALLOWED' | 'DEFERRED' | 'DROPPED';
  };
  package_file: {
    kind: PackageKind;
    /** Written as JSON text. */
    left_out: ColumnType<unknown, string | undefined, string>;
    state: 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED' | 'EXPIRED';
  };
  past_answer: { ended: 'REPLACED' | 'DELETED'; rejection_code: RejectionCode };
  phase: { category: PhaseCategory; releases: ReleasePhase };
  /** Written as JSON text. */
  email_text: { kind: EmailKind };
  portal_settings: {
    loan_texts: ColumnType<Partial<Record<LoanType, string>>, string | undefined, string>;
  };
  session: { role_level: RoleLevel };
  shoebox_item: { shoebox_type: ShoeboxType };
  template: { block_type: BlockType };
  template_element: {
    answer_type: AnswerType;
    block_type: BlockType;
    locations: Location[];
    modifiers: DocumentFlag[];
    naming_strategy: NamingStrategy;
    priority_type: Priority;
    provider: ElementProvider;
    release_phase: ReleasePhase;
    repeat_per: Repeat;
    stage: PhaseCategory;
    storage_type: 'FILE' | 'FOLDER';
    visible_at_status: ReviewStatus;
  };
  template_field: { type: FieldType };
  user_settings: { email_frequency: EmailFrequency };
}
