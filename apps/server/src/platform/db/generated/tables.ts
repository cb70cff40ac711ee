// Written by npm run generate:tables from the migrated database. Do not edit: add a migration.
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface Account {
  azure_email: string | null;
  closed_at: string | null;
  created_at: Generated<string>;
  default_company_id: string | null;
  default_role_level: string | null;
  email_address: string;
  family_name: string | null;
  given_name: string | null;
  id: string;
  is_platform_admin: Generated<boolean>;
  is_system: Generated<boolean>;
  phone: string | null;
  phone_verified_at: string | null;
}

export interface AddedTemplate {
  added_at: Generated<string>;
  company_id: string;
  loan_id: string;
  template_id: string;
  template_version: number;
}

export interface AdverseActionNotice {
  body: string;
  company_id: string;
  entity_id: string;
  loan_id: string;
  modified_at: Generated<string>;
  modified_by: string;
  reasons: string[];
}

export interface AnonymousSession {
  account_id: string;
  browser_hash: Buffer | null;
  company_id: string;
  created_at: Generated<string>;
  document_ids: Generated<string[]>;
  email_address: string;
  ends_at: string;
  extension_requested_at: string | null;
  extensions: Generated<number>;
  id: string;
  loan_id: string | null;
  submitted_at: string | null;
  swept_at: string | null;
  token_hash: Buffer | null;
  unique_code: string;
  verified_at: string | null;
  vouched_by: string | null;
}

export interface ApplicationPerson {
  company_id: string;
  entity_id: string;
  invitation_id: string | null;
  loan_id: string;
  own_info_submitted_at: string | null;
  own_info_version: number | null;
}

export interface AskedFor {
  company_id: string;
  created_at: Generated<string>;
  element_id: string | null;
  entity_id: string | null;
  id: Generated<string>;
  loan_id: string;
  repeat: Generated<string>;
  template_element_id: string;
  template_id: string;
  template_version: number;
}

export interface AuditChain {
  chain_id: string;
  company_id: string;
  head: Buffer;
  length: number;
}

export interface AuditEntry {
  actor_id: string | null;
  at: string;
  chain_id: string;
  company_id: string;
  detail: unknown;
  hash: Buffer;
  id: string;
  kind: string;
  loan_id: string | null;
  mac: Buffer | null;
  position: number;
  source_address: string | null;
  version: Generated<number>;
}

export interface AuditLog {
  id: string;
  mac: Generated<string>;
  sealed_through: Generated<string>;
  sequence: Generated<number>;
  single: Generated<boolean>;
}

export interface AuditSealed {
  chain_id: string;
  company_id: string;
  head: Buffer;
  length: number;
}

export interface Avatar {
  account_id: string;
  content: Buffer;
  content_type: string;
  created_at: Generated<string>;
  id: string;
  virus_scan_state: Generated<string>;
}

export interface CallCount {
  calls: Generated<number>;
  ends_at: string;
  key: Buffer;
}

export interface Company {
  application_roles: Generated<unknown>;
  created_at: Generated<string>;
  excel_template_id: string | null;
  four_eyes_approval: Generated<boolean>;
  /**
   * Four-eyes approval was switched off, and still holds until then.
   */
  four_eyes_until: string | null;
  id: string;
  logo_version: string | null;
  name: string;
  password_expiry_days: number | null;
  plan_features: Generated<string[]>;
  plan_max_active_loans: number | null;
  plan_name: Generated<string>;
  quiet_from: string | null;
  quiet_until: string | null;
  subdomain: string | null;
  timezone_id: string | null;
}

export interface CompanyKey {
  company_id: string;
  created_at: Generated<string>;
  generation: number;
  master: string;
  wrapped: Buffer;
}

export interface CompanyLogo {
  company_id: string;
  content: Buffer;
  content_type: string;
  modified_at: Generated<string>;
}

export interface ConfirmationCode {
  account_id: string | null;
  address_hash: Buffer;
  browser_hash: Buffer;
  created_at: Generated<string>;
  expires_at: string;
  id: string;
  known_device: Generated<boolean>;
  sealed: Buffer;
  sends: Generated<number>;
  sent_at: Generated<string>;
  tries: Generated<number>;
  used_at: string | null;
}

export interface ContactRelation {
  company_id: string;
  contact_invitation_id: string | null;
  contact_role_id: string | null;
  created_at: Generated<string>;
  created_by: string;
  id: string;
  loan_id: string;
  phone: string | null;
  related_invitation_id: string | null;
  related_role_id: string | null;
  subrole_id: string | null;
}

export interface ContactSubrole {
  company_id: string;
  created_at: Generated<string>;
  id: string;
  name: string;
}

export interface Credential {
  account_id: string;
  changed_at: Generated<string>;
  expired_at: string | null;
  password_hash: string;
}

export interface CreditConsent {
  account_id: string;
  given_at: Generated<string>;
  network_address: string;
  version: string;
}

export interface CreditRun {
  company_id: string;
  consent_account_id: string | null;
  consent_at: string | null;
  consent_version: string | null;
  credit_tier: string | null;
  entity_id: string;
  failure: string | null;
  finished_at: string | null;
  flags: number | null;
  id: Generated<string>;
  key_generation: number | null;
  loan_id: string;
  scheduled_at: Generated<string>;
  scheduled_by: string | null;
  sealed: Buffer | null;
  service: string;
  started_at: string | null;
  state: Generated<string>;
}

export interface DeliveryReport {
  at: Generated<string>;
  company_id: string;
  delivery_id: string;
  provider: string;
  report_id: string;
}

export interface Device {
  account_id: string;
  created_at: Generated<string>;
  failed: Generated<number>;
  id: string;
  last_used_at: Generated<string>;
  locked_until: string | null;
  name: string;
  token_hash: Buffer;
}

export interface Document {
  chunk_sha256: Buffer | null;
  company_id: string;
  content_state: string | null;
  crc32: number | null;
  created_at: Generated<string>;
  created_by: string;
  id: string;
  loan_id: string | null;
  modified_at: Generated<string>;
  name: string;
  object_key: string;
  office_lock: string | null;
  office_lock_ends: string | null;
  office_lock_version: number | null;
  origin: unknown | null;
  page_count: number | null;
  private_to: string | null;
  provider: string;
  removed_at: string | null;
  scan_reason: string | null;
  sha256: Buffer | null;
  size: number;
  vault_key: string | null;
  version: Generated<number>;
  virus_scan_state: Generated<string>;
  written_at: string | null;
  written_by: string | null;
}

export interface DocumentFacts {
  company_id: string;
  document_id: string;
  facts: unknown;
  kind: string | null;
  read_at: Generated<string>;
  version: number;
  words: string[];
}

export interface DocumentPage {
  blank: Generated<boolean>;
  company_id: string;
  document_id: string;
  height: number;
  page: number;
  searchable: Generated<string>;
  source: string;
  text: string;
  version: number;
  width: number;
  words: unknown;
}

export interface DocumentPassword {
  company_id: string;
  created_at: Generated<string>;
  document_id: string;
  sealed: Buffer;
  version: number;
}

export interface DocumentPdf {
  chunk_sha256: Buffer | null;
  company_id: string;
  crc32: number | null;
  document_id: string;
  made_at: Generated<string>;
  object_key: string | null;
  pages: number | null;
  refused: string | null;
  sha256: Buffer | null;
  size: number | null;
  version: number;
}

export interface DocumentThumbnails {
  chunk_sha256: Buffer | null;
  company_id: string;
  document_id: string;
  lengths: number[];
  made_at: Generated<string>;
  object_key: string;
  sha256: Buffer;
  size: number;
  version: number;
}

export interface DocumentTurn {
  at: string;
  code: string | null;
  company_id: string;
  element_id: string;
  first_time: boolean | null;
  id: Generated<string>;
  kind: string;
  loan_type: string;
  phase_id: string;
  since: string | null;
}

export interface DocumentVersion {
  chunk_sha256: Buffer | null;
  company_id: string;
  crc32: number | null;
  document_id: string;
  loan_id: string;
  name: string;
  object_key: string;
  replaced_at: Generated<string>;
  replaced_by: string;
  scan_reason: string | null;
  sha256: Buffer | null;
  size: number;
  vault_key: string | null;
  version: number;
  virus_scan_state: string;
  written_at: string;
  written_by: string;
}

export interface DownloadJob {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  fingerprint: Buffer;
  id: Generated<string>;
  item_ids: string[];
  loan_id: string | null;
  options: Generated<string[]>;
  removed_at: string | null;
}

export interface DriversLicense {
  back_document_id: string | null;
  company_id: string;
  entity_id: string;
  front_document_id: string | null;
  key_generation: number | null;
  modified_at: Generated<string>;
  modified_by: string | null;
  sealed: Buffer | null;
  version: Generated<number>;
}

export interface Element {
  answer_document_id: string | null;
  answer_in_progress: Generated<boolean>;
  answer_note: string | null;
  answer_value: unknown | null;
  answer_version: number | null;
  answered: Generated<boolean>;
  answered_at: string | null;
  answered_by: string | null;
  approved_by: string | null;
  assigned_invitation_id: string | null;
  assigned_to: string | null;
  borrower_title: string | null;
  choices: Generated<string[]>;
  color: string | null;
  company_id: string;
  continues_id: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  decided_at: string | null;
  deleted_at: string | null;
  deleted_by: string | null;
  description: string | null;
  display_order: Generated<number>;
  due_date: string | null;
  due_days: number | null;
  expiration_date: string | null;
  expired: Generated<boolean>;
  flags: Generated<string[]>;
  form_document_id: string | null;
  has_expiration: Generated<boolean>;
  hollow: Generated<boolean>;
  id: string;
  in_trash: Generated<boolean>;
  include_description: Generated<boolean>;
  kept: Generated<boolean>;
  loan_id: string;
  locations: Generated<string[]>;
  modified_at: Generated<string>;
  parent_id: string | null;
  priority_type: Generated<string>;
  private: Generated<boolean>;
  private_to: string | null;
  promised_date: string | null;
  question_type: string | null;
  rejected_by: string | null;
  rejection_code: string | null;
  rejection_reason: string | null;
  release_phase: string | null;
  rule: string | null;
  sba_tab: number | null;
  shared_to: Generated<string[]>;
  shared_with: Generated<string[]>;
  sherpa_entity_id: string | null;
  sherpa_entity_type: string | null;
  storage_type: string;
  target_id: string | null;
  title: string;
  version: Generated<number>;
  visible_at_status: string | null;
}

export interface ElementShare {
  account_id: string | null;
  company_id: string;
  created_at: Generated<string>;
  created_by: string;
  element_id: string;
  id: string;
  loan_id: string;
  target_loan_id: string | null;
}

export interface EmailDigest {
  account_id: string;
  at: string;
  company_id: string;
  created_at: Generated<string>;
  day: string;
  id: Generated<string>;
  weekly: boolean;
}

export interface EmailSignature {
  account_id: string;
  body: string;
  modified_at: Generated<string>;
}

export interface EmailText {
  company_id: string;
  kind: string;
  modified_at: Generated<string>;
  modified_by: string;
  opening: string | null;
  subject: string | null;
}

export interface Employee {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  last_seen_at: string | null;
  level: string;
  unique_code: Generated<string>;
}

export interface EmployeeDetails {
  account_id: string;
  company_id: string;
  introduction: string | null;
  job_title: string | null;
  modified_at: Generated<string>;
  phone: string | null;
}

export interface Entity {
  account_id: string | null;
  company_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  id: string;
  kind: string;
  modified_at: Generated<string>;
  modified_by: string | null;
  name: string;
  owners_version: Generated<number>;
  version: Generated<number>;
}

export interface EntityInformation {
  by_lender: Generated<boolean>;
  changed: string[];
  company_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  entity_id: string;
  fields: unknown;
  key_generation: number | null;
  restored_from: number | null;
  sealed: Buffer | null;
  version: number;
}

export interface Event {
  account_id: string | null;
  at: string;
  attempts: Generated<number>;
  changes: string[];
  company_id: string;
  dispatched_at: string | null;
  due_at: Generated<string>;
  failed_at: string | null;
  id: string;
  input: unknown | null;
  kind: string;
  last_error: string | null;
  loan_id: string | null;
  position: Generated<number | null>;
  staff_only: Generated<boolean>;
  workflow: string | null;
}

export interface EventClock {
  base: number;
  shift: number;
  single: Generated<boolean>;
  system_identifier: number;
}

export interface FieldSet {
  company_id: string;
  created_at: Generated<string>;
  id: string;
  loan_type: string | null;
  modified_at: Generated<string>;
  name: string;
}

export interface GuaranteeRule {
  effective_from: string;
  effective_to: string | null;
  id: string;
  loan_types: string[];
  reason: string;
  source: string;
  threshold: number;
}

export interface Idempotency {
  account_id: string;
  created_at: Generated<string>;
  employee_level: string | null;
  key: string;
  loan_company_ids: Generated<string[]>;
  loan_ids: Generated<string[]>;
  logged_company_id: string | null;
  logged_level: string | null;
  reply: unknown | null;
  request_hash: Buffer;
  status: number;
}

export interface Invitation {
  accepted_at: string | null;
  accepted_by: string | null;
  company_id: string;
  created_at: Generated<string>;
  declined_at: string | null;
  email_address: string;
  expires_at: string;
  family_name: string;
  given_name: string;
  id: string;
  invited_by: string;
  kind: string;
  label_ids: Generated<string[]>;
  level: string | null;
  loan_id: string | null;
  removed_at: string | null;
  role: string | null;
  sends: Generated<number>;
  sent_at: Generated<string>;
  stamp: string;
}

export interface Label {
  color: string;
  company_id: string;
  created_at: Generated<string>;
  id: string;
  name: string;
}

export interface Loan {
  amount: number | null;
  archived_from: string | null;
  close_date: string | null;
  close_order: Generated<string>;
  closed_at: string | null;
  color: Generated<string>;
  company_id: string;
  created_at: Generated<string>;
  files: Generated<number>;
  files_answered: Generated<number>;
  files_approved: Generated<number>;
  files_hidden: Generated<number>;
  files_to_review: Generated<number>;
  folders: Generated<number>;
  folders_hidden: Generated<number>;
  held_status: string | null;
  id: string;
  links: Generated<number>;
  loan_purpose: string | null;
  loan_type: string;
  modified_at: Generated<string>;
  modified_by: string | null;
  name: string;
  phase_category: string;
  phase_entered_at: Generated<string>;
  phase_id: string;
  released_to: Generated<number>;
  review_reached: Generated<number>;
  review_status: Generated<string>;
  short_code: string;
  status: Generated<string>;
  template_id: string | null;
  template_version: number | null;
  trashed: Generated<number>;
}

export interface LoanApplication {
  company_id: string;
  created_at: Generated<string>;
  created_by: string;
  loan_id: string;
  referred_to: string | null;
  response_at: string | null;
  response_message: string | null;
  review_started_at: string | null;
  state: Generated<string>;
  submitted_at: string | null;
  template_name: string;
}

export interface LoanDetailField {
  choices: Generated<string[]>;
  company_id: string;
  display_order: number;
  group_id: string | null;
  id: string;
  loan_id: string;
  modified_at: Generated<string>;
  modified_by: string | null;
  name: string;
  template_field_id: string | null;
  type: string;
  value: string | null;
  version: Generated<number>;
}

export interface LoanDetailGroup {
  company_id: string;
  display_order: number;
  id: string;
  loan_id: string;
  name: string;
}

export interface LoanEntity {
  company_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  customizations: Generated<unknown>;
  entity_id: string;
  folder_id: string | null;
  id: string;
  labels: Generated<string[]>;
  loan_id: string;
  modified_at: Generated<string>;
  position: Generated<number>;
  template_id: string | null;
  template_name: string | null;
  template_version: number | null;
}

export interface LoanFact {
  answer: boolean | null;
  answered_at: string | null;
  answered_by: string | null;
  company_id: string;
  created_at: Generated<string>;
  entity_id: string | null;
  fact: string;
  id: Generated<string>;
  loan_id: string;
  requests: number;
}

export interface LoanMark {
  company_id: string;
  loan_id: string;
  mark: string;
}

export interface LoanMute {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  loan_id: string;
}

export interface LoanPin {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  loan_id: string;
}

export interface LoanReminder {
  company_id: string;
  due_days: number | null;
  loan_id: string;
  modified_at: Generated<string>;
  paused: Generated<boolean>;
}

export interface LoanReminderMember {
  account_id: string;
  company_id: string;
  loan_id: string;
  modified_at: Generated<string>;
  paused: Generated<boolean>;
  snoozed_until: string | null;
}

export interface LoanRole {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  id: string;
  loan_id: string;
  role: string;
}

export interface LoanRoleLabel {
  company_id: string;
  created_at: Generated<string>;
  label_id: string;
  loan_id: string;
  loan_role_id: string;
}

export interface LoanView {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  direction: string;
  id: string;
  idle: Generated<boolean>;
  layout: string;
  loan_types: Generated<string[]>;
  modified_days: number | null;
  name: string;
  officer_ids: Generated<string[]>;
  phase_ids: Generated<string[]>;
  section: string;
  to_review: Generated<boolean>;
  words: Generated<string>;
}

export interface LoginAttempt {
  address_hash: Buffer;
  failed: Generated<number>;
  locked_until: string | null;
  touched_at: Generated<string>;
}

export interface MaintenanceWindow {
  end_at: string;
  set_at: Generated<string>;
  set_by: string;
  single: Generated<boolean>;
  start_at: string;
}

export interface Message {
  author_id: string;
  body: string;
  company_id: string;
  created_at: Generated<string>;
  forwarded_at: string | null;
  forwarded_author_id: string | null;
  forwarded_body: string | null;
  id: string;
  loan_id: string;
  thread_id: string;
  updated_at: string | null;
}

export interface MessageAttachment {
  company_id: string;
  document_id: string;
  loan_id: string;
  message_id: string;
  place: number;
  shared: boolean;
  thread_id: string;
}

export interface MessageDelivery {
  account_id: string | null;
  address: string;
  channel: string;
  company_id: string;
  created_at: Generated<string>;
  id: string;
  loan_ids: string[];
  reason: string | null;
  state: Generated<string>;
  state_at: Generated<string>;
  topic: string;
}

export interface MessageDraft {
  account_id: string;
  body: string;
  company_id: string;
  created_at: Generated<string>;
  document_ids: Generated<string[]>;
  id: string;
  loan_id: string;
  subject: string | null;
  thread_id: string | null;
  updated_at: Generated<string>;
  user_ids: Generated<string[]>;
}

export interface MessageMark {
  account_id: string;
  company_id: string;
  important: Generated<boolean>;
  loan_id: string;
  message_id: string;
  read_at: string | null;
  thread_id: string;
}

export interface MessageThread {
  company_id: string;
  created_at: Generated<string>;
  created_by: string;
  id: string;
  last_message_at: string | null;
  last_message_id: string | null;
  loan_id: string;
  subject: string | null;
}

export interface Note {
  author_id: string;
  body: string;
  company_id: string;
  created_at: Generated<string>;
  edited_at: string | null;
  element_id: string | null;
  id: Generated<string>;
  loan_id: string;
  page: number | null;
  reply_to_id: string | null;
  status: Generated<string>;
  status_at: string | null;
  status_by: string | null;
}

export interface NoteMark {
  account_id: string;
  company_id: string;
  is_read: boolean;
  note_id: string;
}

export interface NoteMention {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  note_id: string;
}

export interface Notification {
  account_id: string;
  actor_id: string | null;
  bell: boolean;
  company_id: string;
  created_at: Generated<string>;
  detail: Generated<unknown>;
  document_id: string | null;
  element_id: string | null;
  email: boolean;
  emailed_as: string | null;
  event_id: string;
  id: Generated<string>;
  in_digest: Generated<boolean>;
  kind: string;
  level: string;
  loan_id: string;
  merge_key: Generated<string>;
  message_id: string | null;
  note_id: string | null;
  read_at: string | null;
  sms: boolean;
  texted_as: string | null;
  topic: string;
}

export interface OutboundMessage {
  at: Generated<string>;
  budget: string;
  channel: string;
  deferrals: Generated<number>;
  id: string;
  lender_id: string | null;
  limited_by: string | null;
  outcome: string;
  recipient: Buffer;
  sender_id: string | null;
}

export interface Ownership {
  as_of: string | null;
  company_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  owned_id: string;
  owner_id: string;
  share: number;
}

export interface PackageAsker {
  account_id: string;
  asked_at: Generated<string>;
  company_id: string;
  fingerprint: Buffer;
  loan_id: string;
  options: Generated<string[]>;
}

export interface PackageFile {
  asked_at: Generated<string>;
  asked_by: string;
  awaited_by_others: Generated<boolean>;
  canceled_at: string | null;
  chunk_lengths: number[] | null;
  chunk_sha256: Buffer | null;
  company_id: string;
  fingerprint: Buffer;
  id: Generated<string>;
  job_id: string | null;
  kind: string;
  left_out: Generated<unknown>;
  loan_id: string | null;
  made_at: string | null;
  manifest: string | null;
  object_key: string | null;
  percent: Generated<number>;
  plan: unknown;
  sha256: Buffer | null;
  signature: string | null;
  size: number | null;
  state: Generated<string>;
  touched_at: Generated<string>;
  upload_id: string | null;
}

export interface PastAnswer {
  answered_at: string;
  answered_by: string | null;
  approved_by: string | null;
  company_id: string;
  document_id: string | null;
  element_id: string;
  ended: string;
  ended_at: Generated<string>;
  ended_by: string | null;
  id: string;
  loan_id: string;
  note: string | null;
  rejected_by: string | null;
  rejection_code: string | null;
  rejection_reason: string | null;
  value: unknown | null;
}

export interface Person {
  account_id: string;
  company_id: string;
  email_address: string;
  family_name: string | null;
  given_name: string | null;
}

export interface Phase {
  category: string;
  company_id: string;
  display_order: number;
  id: string;
  name: string;
  releases: string | null;
  servicing: Generated<boolean>;
}

export interface PhaseStay {
  company_id: string;
  entered_at: string;
  id: Generated<string>;
  left_at: string;
  loan_type: string;
  phase_id: string;
}

export interface PhaseTotal {
  amount: Generated<number>;
  company_id: string;
  loans: Generated<number>;
  phase_id: string;
}

export interface PortalSettings {
  apply_minutes: number | null;
  brand_color: string | null;
  company_id: string;
  contact_email: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  contact_title: string | null;
  legal_line: string | null;
  loan_texts: Generated<unknown>;
  modified_at: Generated<string>;
  response_days: number | null;
  version: Generated<number>;
  welcome: string | null;
}

export interface ProcessReport {
  id: string;
  node_version: string;
  queues: unknown;
  reported_at: Generated<string>;
  role: string;
  services: unknown;
  signature_max_age_seconds: number | null;
  signatures_from: string | null;
  started_at: string;
  version: string;
}

export interface ReceivedReply {
  address_id: string;
  company_id: string;
  message_key: Buffer;
  received_at: Generated<string>;
}

export interface RecentlyOpened {
  account_id: string;
  company_id: string;
  element_id: string | null;
  loan_id: string;
  object_id: string;
  opened_at: Generated<string>;
}

export interface Reminder {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  day: string;
  event_id: string;
  id: Generated<string>;
}

export interface ReminderItem {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  day: string;
  due_date: string | null;
  element_id: string;
  loan_id: string;
  reminder_id: string;
}

export interface ReminderPolicy {
  blackout_days: Generated<ArrayType<string>>;
  company_id: string;
  days_before: Generated<number>;
  due_days: number | null;
  enabled: Generated<boolean>;
  every_days: Generated<number>;
  max_reminders: Generated<number>;
  modified_at: Generated<string>;
  on_weekends: Generated<boolean>;
  send_at: Generated<string>;
}

export interface ReplyAddress {
  account_id: string;
  company_id: string;
  created_at: Generated<string>;
  id: Generated<string>;
  loan_id: string;
  thread_id: string;
}

export interface SavedReply {
  body: string;
  company_id: string;
  id: string;
  modified_at: Generated<string>;
  modified_by: string;
  title: string;
}

export interface SecureUploadVisit {
  account_id: string;
  company_id: string;
  day: Generated<string>;
  visits: Generated<number>;
  with_session: Generated<number>;
}

export interface SentMail {
  event_id: string;
  sent_at: Generated<string>;
}

export interface ServiceDay {
  checks: number;
  day: string;
  failures: number;
  service: string;
}

export interface Session {
  account_id: string;
  company_id: string | null;
  created_at: Generated<string>;
  device_id: string | null;
  ends_at: string;
  id: Generated<string>;
  idle: Generated<string>;
  last_seen_at: Generated<string>;
  role_level: string;
  stamp: string;
  token_hash: Buffer;
}

export interface SharepointConnection {
  client_id: string;
  company_id: string;
  drive_id: string | null;
  failure: string | null;
  key_generation: number;
  libraries: Generated<string[]>;
  library: string;
  modified_at: Generated<string>;
  modified_by: string;
  sealed: Buffer;
  site_url: string;
  state: Generated<string>;
  tenant_id: string;
  version: Generated<number>;
}

export interface SharepointExport {
  asked_at: Generated<string>;
  asked_by: string;
  company_id: string;
  failure: string | null;
  files: number;
  finished_at: string | null;
  folder: string;
  id: Generated<string>;
  loan_id: string;
  plan: unknown;
  sent: Generated<number>;
  state: Generated<string>;
  web_url: string | null;
}

export interface ShoeboxItem {
  anonymous_email: string | null;
  company_id: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  deleted_by: string | null;
  document_id: string;
  document_type: string | null;
  filed_as: string | null;
  filed_at: string | null;
  filed_by: string | null;
  id: string;
  loan_id: string | null;
  modified_at: Generated<string>;
  new_file: Generated<boolean>;
  note: string | null;
  sherpa_entity_id: string | null;
  shoebox_owner_id: string | null;
  shoebox_type: string;
  suggestion_taken: boolean | null;
  title: string;
  uploaded_by: string;
  user_id: string;
}

export interface SourcesUses {
  company_id: string;
  loan_id: string;
  modified_at: Generated<string>;
  modified_by: string;
  sheet: unknown;
  version: Generated<number>;
}

export interface SourcesUsesTemplate {
  company_id: string;
  modified_at: Generated<string>;
  modified_by: string;
  sheet: unknown;
}

export interface StoppedAddress {
  address: string;
  cause: string;
  channel: string;
  company_id: string;
  confirmed_at: string | null;
  confirmed_by: string | null;
  stopped_at: Generated<string>;
}

export interface SupportCategory {
  description: Generated<string>;
  display_order: Generated<number>;
  id: Generated<string>;
  slug: string;
  support_id: string;
  title: string;
}

export interface SupportEntry {
  audiences: string[];
  body: Generated<string>;
  category_id: string;
  display_order: Generated<number>;
  id: Generated<string>;
  is_published: Generated<boolean>;
  slug: string;
  summary: Generated<string>;
  support_id: string;
  title: string;
  updated_at: Generated<string>;
  updated_by: string | null;
  version: Generated<number>;
  word_count: Generated<number | null>;
  words: Generated<string | null>;
}

export interface SupportItem {
  id: Generated<string>;
  view_count: Generated<number>;
}

export interface SupportPicture {
  content: Buffer;
  content_type: string;
  created_at: Generated<string>;
  entry_id: string;
  id: Generated<string>;
}

export interface SupportStarter {
  slug: string;
}

export interface SupportView {
  account_id: string;
  support_id: string;
  viewed_on: string;
}

export interface Template {
  block_type: string;
  company_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  elements: Generated<number>;
  entity_type: string | null;
  files: Generated<number>;
  id: string;
  library_key: string | null;
  loan_type: string | null;
  modified_at: Generated<string>;
  modified_by: string | null;
  name: string;
  published_revision: Generated<number>;
  published_version: Generated<number>;
  revision: Generated<number>;
  trashed_at: string | null;
}

export interface TemplateElement {
  aliases: Generated<string[]>;
  answer_document_id: string | null;
  answer_type: string | null;
  block_type: string;
  borrower_title: string | null;
  check_with_counsel: Generated<boolean>;
  choices: Generated<string[]>;
  company_id: string;
  condition: string | null;
  deleted_in: string | null;
  description: string | null;
  doc_group: string | null;
  due_days: number | null;
  fresh_days: number | null;
  has_expiration: Generated<boolean>;
  hidden: Generated<boolean>;
  id: string;
  include_description: Generated<boolean>;
  key: string | null;
  locations: Generated<string[]>;
  modifiers: Generated<string[]>;
  naming_strategy: Generated<string>;
  note: string | null;
  parent_id: string | null;
  period: string | null;
  position: number;
  priority_type: Generated<string>;
  provider: string | null;
  release_phase: string | null;
  repeat_count: number | null;
  repeat_per: string | null;
  required: Generated<boolean>;
  revision: Generated<number>;
  sba_tab: string | null;
  stage: string | null;
  storage_type: string;
  template_id: string;
  title: string;
  version: Generated<number>;
  visible_at_status: string | null;
}

export interface TemplateField {
  choices: Generated<string[]>;
  company_id: string;
  display_order: number;
  group_name: string;
  group_order: number;
  help: string | null;
  id: string;
  key: string;
  label: string;
  required: Generated<boolean>;
  set_id: string;
  type: string;
}

export interface TemplateVersion {
  company_id: string;
  elements: number;
  entity_type: string | null;
  files: number;
  loan_type: string | null;
  name: string;
  note: string | null;
  published_at: Generated<string>;
  published_by: string | null;
  template_id: string;
  version: number;
}

export interface ThreadMember {
  account_id: string;
  company_id: string;
  important: Generated<number>;
  loan_id: string;
  muted: Generated<boolean>;
  thread_id: string;
  unread: Generated<number>;
}

export interface UploadQuota {
  bytes: number;
  day: string;
  holder: string;
  urls: number;
}

export interface UserPreference {
  account_id: string;
  key: string;
  modified_at: Generated<string>;
  value: string;
}

export interface UserSettings {
  account_id: string;
  agreed_to_tos: Generated<boolean>;
  bell_add_remove_user: Generated<boolean>;
  bell_app_message: Generated<boolean>;
  bell_exports: Generated<boolean>;
  bell_loan_status: Generated<boolean>;
  bell_requests: Generated<boolean>;
  bell_reviews: Generated<boolean>;
  bell_uploads: Generated<boolean>;
  digest_from: Generated<string>;
  digest_time: Generated<string>;
  digest_weekday: Generated<number>;
  email_frequency: Generated<string>;
  modified_at: Generated<string>;
  quiet_from: string | null;
  quiet_until: string | null;
  send_email_add_remove_user: Generated<boolean>;
  send_email_app_message: Generated<boolean>;
  send_email_loan_status: Generated<boolean>;
  send_email_requests: Generated<boolean>;
  send_email_reviews: Generated<boolean>;
  send_email_uploads: Generated<boolean>;
  send_text_add_remove_user: Generated<boolean>;
  send_text_app_message: Generated<boolean>;
  send_text_loan_status: Generated<boolean>;
  send_text_requests: Generated<boolean>;
  send_text_reviews: Generated<boolean>;
  send_text_uploads: Generated<boolean>;
  terms_agreed_at: string | null;
  terms_version: string | null;
  timezone_id: string | null;
}

export interface DB {
  account: Account;
  added_template: AddedTemplate;
  adverse_action_notice: AdverseActionNotice;
  anonymous_session: AnonymousSession;
  application_person: ApplicationPerson;
  asked_for: AskedFor;
  audit_chain: AuditChain;
  audit_entry: AuditEntry;
  audit_log: AuditLog;
  audit_sealed: AuditSealed;
  avatar: Avatar;
  call_count: CallCount;
  company: Company;
  company_key: CompanyKey;
  company_logo: CompanyLogo;
  confirmation_code: ConfirmationCode;
  contact_relation: ContactRelation;
  contact_subrole: ContactSubrole;
  credential: Credential;
  credit_consent: CreditConsent;
  credit_run: CreditRun;
  delivery_report: DeliveryReport;
  device: Device;
  document: Document;
  document_facts: DocumentFacts;
  document_page: DocumentPage;
  document_password: DocumentPassword;
  document_pdf: DocumentPdf;
  document_thumbnails: DocumentThumbnails;
  document_turn: DocumentTurn;
  document_version: DocumentVersion;
  download_job: DownloadJob;
  drivers_license: DriversLicense;
  element: Element;
  element_share: ElementShare;
  email_digest: EmailDigest;
  email_signature: EmailSignature;
  email_text: EmailText;
  employee: Employee;
  employee_details: EmployeeDetails;
  entity: Entity;
  entity_information: EntityInformation;
  event: Event;
  event_clock: EventClock;
  field_set: FieldSet;
  guarantee_rule: GuaranteeRule;
  idempotency: Idempotency;
  invitation: Invitation;
  label: Label;
  loan: Loan;
  loan_application: LoanApplication;
  loan_detail_field: LoanDetailField;
  loan_detail_group: LoanDetailGroup;
  loan_entity: LoanEntity;
  loan_fact: LoanFact;
  loan_mark: LoanMark;
  loan_mute: LoanMute;
  loan_pin: LoanPin;
  loan_reminder: LoanReminder;
  loan_reminder_member: LoanReminderMember;
  loan_role: LoanRole;
  loan_role_label: LoanRoleLabel;
  loan_view: LoanView;
  login_attempt: LoginAttempt;
  maintenance_window: MaintenanceWindow;
  message: Message;
  message_attachment: MessageAttachment;
  message_delivery: MessageDelivery;
  message_draft: MessageDraft;
  message_mark: MessageMark;
  message_thread: MessageThread;
  note: Note;
  note_mark: NoteMark;
  note_mention: NoteMention;
  notification: Notification;
  outbound_message: OutboundMessage;
  ownership: Ownership;
  package_asker: PackageAsker;
  package_file: PackageFile;
  past_answer: PastAnswer;
  person: Person;
  phase: Phase;
  phase_stay: PhaseStay;
  phase_total: PhaseTotal;
  portal_settings: PortalSettings;
  process_report: ProcessReport;
  received_reply: ReceivedReply;
  recently_opened: RecentlyOpened;
  reminder: Reminder;
  reminder_item: ReminderItem;
  reminder_policy: ReminderPolicy;
  reply_address: ReplyAddress;
  saved_reply: SavedReply;
  secure_upload_visit: SecureUploadVisit;
  sent_mail: SentMail;
  service_day: ServiceDay;
  session: Session;
  sharepoint_connection: SharepointConnection;
  sharepoint_export: SharepointExport;
  shoebox_item: ShoeboxItem;
  sources_uses: SourcesUses;
  sources_uses_template: SourcesUsesTemplate;
  stopped_address: StoppedAddress;
  support_category: SupportCategory;
  support_entry: SupportEntry;
  support_item: SupportItem;
  support_picture: SupportPicture;
  support_starter: SupportStarter;
  support_view: SupportView;
  template: Template;
  template_element: TemplateElement;
  template_field: TemplateField;
  template_version: TemplateVersion;
  thread_member: ThreadMember;
  upload_quota: UploadQuota;
  user_preference: UserPreference;
  user_settings: UserSettings;
}
