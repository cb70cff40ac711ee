/** The tables as the queries see them. Migrations in db/migrations are the truth. */
import type {
  EmployeeLevel,
  LoanRole,
  LoanStatus,
  LoanType,
  PhaseCategory,
  RoleLevel,
  VirusScanState,
} from '@cairn/contract';
import type {
  AnswerType,
  BlockType,
  DocumentFlag,
  ElementProvider,
  FieldType,
  NamingStrategy,
  Repeat,
  ReviewStatus,
} from '@cairn/contract/template-terms';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AccountTables } from './schema-accounts.ts';
import type { ApplicationTables } from './schema-applications.ts';
import type { EntityTables } from './schema-entities.ts';
import type { MessageTables } from './schema-messages.ts';
import type { PackageTables } from './schema-package.ts';
import type { OwnTables } from './schema-own.ts';
import type { PartyTables } from './schema-parties.ts';
import type { ShoeboxTables } from './schema-shoebox.ts';

export type Time = ColumnType<string, string | undefined, string>;
export type Day = ColumnType<string | null, string | null | undefined, string | null>;

export interface Schema
  extends
    AccountTables,
    ApplicationTables,
    EntityTables,
    MessageTables,
    OwnTables,
    PackageTables,
    PartyTables,
    ShoeboxTables {
  account: {
    id: string;
    email_address: string;
    given_name: string | null;
    family_name: string | null;
    is_platform_admin: Generated<boolean>;
    is_system: Generated<boolean>;
    phone: string | null;
    phone_verified_at: string | null;
    azure_email: string | null;
    default_role_level: RoleLevel | null;
    default_company_id: string | null;
    created_at: Time;
    closed_at: string | null;
  };
  device: {
    account_id: string;
    id: string;
    token_hash: Buffer;
    name: string;
    failed: Generated<number>;
    locked_until: string | null;
    created_at: Time;
    last_used_at: Time;
  };
  call_count: { key: Buffer; calls: Generated<number>; ends_at: string };
  session: {
    token_hash: Buffer;
    id: Generated<string>;
    device_id: string | null;
    idle: Generated<string>;
    account_id: string;
    company_id: string | null;
    role_level: RoleLevel;
    stamp: string;
    created_at: Time;
    last_seen_at: Time;
    ends_at: string;
  };
  avatar: {
    account_id: string;
    id: string;
    content: Buffer;
    content_type: 'image/jpeg' | 'image/png';
    virus_scan_state: Generated<VirusScanState>;
    created_at: Time;
  };
  credit_consent: {
    account_id: string;
    version: string;
    given_at: Time;
    network_address: string;
  };
  idempotency: {
    account_id: string;
    key: string;
    request_hash: Buffer;
    status: number;
    reply: unknown;
    created_at: Time;
  };
  company: {
    id: string;
    name: string;
    subdomain: string | null;
    four_eyes_approval: Generated<boolean>;
    password_expiry_days: number | null;
    quiet_from: string | null;
    quiet_until: string | null;
    timezone_id: string | null;
    plan_name: Generated<string>;
    plan_max_active_loans: number | null;
    plan_features: Generated<string[]>;
    logo_version: string | null;
    excel_template_id: string | null;
    created_at: Time;
  };
  company_logo: {
    company_id: string;
    content_type: string;
    content: Buffer;
    modified_at: Time;
  };
  contact_subrole: { company_id: string; id: string; name: string; created_at: Time };
  employee: {
    company_id: string;
    account_id: string;
    level: EmployeeLevel;
    unique_code: Generated<string>;
    last_seen_at: string | null;
    created_at: Time;
  };
  employee_details: {
    company_id: string;
    account_id: string;
    job_title: string | null;
    phone: string | null;
    introduction: string | null;
    modified_at: Time;
  };
  invitation: {
    company_id: string;
    id: string;
    kind: 'EMPLOYEE' | 'LOAN_ROLE';
    email_address: string;
    given_name: string;
    family_name: string;
    level: EmployeeLevel | null;
    loan_id: string | null;
    role: LoanRole | null;
    invited_by: string;
    stamp: string;
    sends: Generated<number>;
    sent_at: Time;
    created_at: Time;
    expires_at: string;
    accepted_at: string | null;
    accepted_by: string | null;
    declined_at: string | null;
    removed_at: string | null;
  };
  person: {
    company_id: string;
    account_id: string;
    given_name: string | null;
    family_name: string | null;
    email_address: string;
  };
  phase: {
    company_id: string;
    id: string;
    name: string;
    category: PhaseCategory;
    display_order: number;
  };
  phase_total: { company_id: string; phase_id: string; loans: number; amount: number };
  loan: {
    company_id: string;
    id: string;
    short_code: string;
    name: string;
    loan_type: LoanType;
    loan_purpose: string | null;
    amount: number | null;
    color: Generated<string>;
    status: Generated<LoanStatus>;
    held_status: LoanStatus | null;
    phase_id: string;
    phase_category: PhaseCategory;
    archived_from: PhaseCategory | null;
    phase_entered_at: Time;
    close_date: Day;
    /** The close date, or infinity: what a list is sorted by. */
    close_order: GeneratedAlways<string>;
    files: Generated<number>;
    files_answered: Generated<number>;
    files_approved: Generated<number>;
    files_to_review: Generated<number>;
    files_hidden: Generated<number>;
    folders: Generated<number>;
    folders_hidden: Generated<number>;
    links: Generated<number>;
    trashed: Generated<number>;
    review_status: Generated<ReviewStatus>;
    review_reached: Generated<number>;
    /** When it came into the portfolio; the database keeps it. */
    readonly closed_at: Generated<string | null>;
    created_at: Time;
    modified_at: Time;
    modified_by: string | null;
    template_id: string | null;
    template_version: number | null;
  };
  loan_role: {
    company_id: string;
    id: string;
    loan_id: string;
    account_id: string;
    role: LoanRole;
    created_at: Time;
  };
  loan_pin: { company_id: string; account_id: string; loan_id: string; created_at: Time };
  document: {
    company_id: string;
    id: string;
    loan_id: string | null;
    name: string;
    provider: 'S3' | 'SHAREPOINT';
    object_key: string;
    size: number;
    sha256: Buffer | null;
    crc32: number | null;
    virus_scan_state: Generated<VirusScanState>;
    created_by: string;
    created_at: Time;
    modified_at: Time;
    removed_at: string | null;
    private_to: string | null;
    version: Generated<number>;
    written_by: string | null;
    written_at: string | null;
  };
  document_version: {
    company_id: string;
    document_id: string;
    version: number;
    loan_id: string;
    name: string;
    object_key: string;
    size: number;
    sha256: Buffer | null;
    crc32: number | null;
    virus_scan_state: VirusScanState;
    written_by: string;
    written_at: string;
    replaced_by: string;
    replaced_at: Time;
  };
  template: {
    company_id: string;
    id: string;
    name: string;
    block_type: BlockType;
    loan_type: string | null;
    entity_type: string | null;
    library_key: string | null;
    revision: Generated<number>;
    published_version: Generated<number>;
    published_revision: Generated<number>;
    elements: Generated<number>;
    files: Generated<number>;
    trashed_at: string | null;
    created_at: Time;
    created_by: string | null;
    modified_at: Time;
    modified_by: string | null;
  };
  template_version: {
    company_id: string;
    template_id: string;
    version: number;
    name: string;
    loan_type: string | null;
    entity_type: string | null;
    note: string | null;
    elements: number;
    files: number;
    published_at: Time;
    published_by: string | null;
  };
  template_element: {
    company_id: string;
    template_id: string;
    version: Generated<number>;
    id: string;
    parent_id: string | null;
    position: number;
    block_type: BlockType;
    storage_type: 'FILE' | 'FOLDER';
    answer_type: AnswerType | null;
    choices: string[];
    title: string;
    naming_strategy: NamingStrategy;
    description: string | null;
    include_description: boolean;
    priority_type: 'HIDDEN' | 'HIGH' | 'LOW' | 'MEDIUM' | 'PRIVATE' | 'URGENT';
    visible_at_status: ReviewStatus | null;
    hidden: boolean;
    required: boolean;
    modifiers: DocumentFlag[];
    locations: ('PACKAGE' | 'APPLICATION' | 'CLOSING')[];
    has_expiration: boolean;
    fresh_days: number | null;
    due_days: number | null;
    repeat_per: Repeat | null;
    repeat_count: number | null;
    condition: string | null;
    key: string | null;
    aliases: string[];
    provider: ElementProvider | null;
    stage: PhaseCategory | null;
    doc_group: string | null;
    period: string | null;
    sba_tab: string | null;
    note: string | null;
    check_with_counsel: boolean;
    answer_document_id: string | null;
    revision: number;
    deleted_in: string | null;
  };
  field_set: {
    company_id: string;
    id: string;
    name: string;
    loan_type: string | null;
    created_at: Time;
    modified_at: Time;
  };
  template_field: {
    company_id: string;
    id: string;
    set_id: string;
    group_name: string;
    group_order: number;
    key: string;
    label: string;
    type: FieldType;
    choices: string[];
    required: boolean;
    help: string | null;
    display_order: number;
  };
  event: {
    company_id: string;
    id: string;
    xid: string;
    at: string;
    kind: string;
    loan_id: string | null;
    account_id: string | null;
    staff_only: boolean;
    changes: string[];
    workflow: string | null;
    input: unknown;
    dispatched_at: string | null;
  };
  maintenance_window: {
    single: Generated<boolean>;
    start_at: string;
    end_at: string;
    set_by: string;
    set_at: Time;
  };
  label: { company_id: string; id: string; name: string; color: string; created_at: Time };
  loan_role_label: {
    company_id: string;
    loan_id: string;
    loan_role_id: string;
    label_id: string;
    created_at: Time;
  };
  audit_entry: {
    company_id: string;
    chain_id: string;
    position: number;
    id: string;
    at: string;
    actor_id: string | null;
    kind: string;
    loan_id: string | null;
    detail: Record<string, unknown>;
    hash: Buffer;
  };
}
