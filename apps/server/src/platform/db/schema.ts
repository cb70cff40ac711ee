/** The tables as the queries see them. Migrations in db/migrations are the truth. */
import type { LoanRole, LoanType, PhaseCategory, RoleLevel, VirusScanState } from '@cairn/contract';
import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<string, string | undefined, string>;
type Day = ColumnType<string | null, string | null | undefined, string | null>;

export interface Schema {
  account: {
    id: string;
    email_address: string;
    given_name: string | null;
    family_name: string | null;
    is_platform_admin: Generated<boolean>;
    is_system: Generated<boolean>;
    phone: string | null;
    default_role_level: RoleLevel | null;
    default_company_id: string | null;
    created_at: Time;
  };
  credential: {
    account_id: string;
    password_hash: string;
    changed_at: Time;
    expired_at: string | null;
  };
  login_attempt: {
    address_hash: Buffer;
    failed: Generated<number>;
    locked_until: string | null;
    touched_at: Time;
  };
  confirmation_code: {
    id: string;
    address_hash: Buffer;
    browser_hash: Buffer;
    account_id: string | null;
    sealed: Buffer;
    tries: Generated<number>;
    sent_at: Time;
    created_at: Time;
    expires_at: string;
    used_at: string | null;
  };
  sent_mail: { event_id: string; sent_at: Time };
  session: {
    token_hash: Buffer;
    account_id: string;
    company_id: string | null;
    role_level: RoleLevel;
    stamp: string;
    created_at: Time;
    last_seen_at: Time;
    ends_at: string;
  };
  user_settings: {
    account_id: string;
    send_email_add_remove_user: Generated<boolean>;
    send_email_app_message: Generated<boolean>;
    send_email_loan_status: Generated<boolean>;
    send_text_add_remove_user: Generated<boolean>;
    send_text_app_message: Generated<boolean>;
    send_text_loan_status: Generated<boolean>;
    agreed_to_tos: Generated<boolean>;
    timezone_id: string | null;
    modified_at: Time;
  };
  user_preference: { account_id: string; key: string; value: string; modified_at: Time };
  idempotency: {
    account_id: string;
    key: string;
    request_hash: Buffer;
    status: number;
    reply: unknown;
    created_at: Time;
  };
  company: { id: string; name: string; subdomain: string | null; created_at: Time };
  employee: {
    company_id: string;
    account_id: string;
    level: 'OWNER' | 'EMPLOYEE';
    created_at: Time;
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
    status: Generated<string>;
    phase_id: string;
    phase_category: PhaseCategory;
    phase_entered_at: Time;
    close_date: Day;
    files: Generated<number>;
    files_answered: Generated<number>;
    files_approved: Generated<number>;
    created_at: Time;
    modified_at: Time;
    modified_by: string | null;
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
    loan_id: string;
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
  };
  element: {
    company_id: string;
    id: string;
    loan_id: string;
    parent_id: string | null;
    title: string;
    description: string | null;
    storage_type: 'FILE' | 'FOLDER';
    priority_type: Generated<'HIDDEN' | 'HIGH' | 'LOW' | 'MEDIUM' | 'PRIVATE' | 'URGENT'>;
    flags: Generated<string[]>;
    display_order: Generated<number>;
    assigned_to: string | null;
    answer_document_id: string | null;
    answer_in_progress: Generated<boolean>;
    answered_at: string | null;
    answered_by: string | null;
    approved_by: string | null;
    rejected_by: string | null;
    created_at: Time;
    modified_at: Time;
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
}
