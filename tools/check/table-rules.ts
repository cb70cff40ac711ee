/**
 * The module that writes each table. One module writes a table; any module may read it, because row security applies.
 * A second writer is an exception with a reason. `database`: written only by triggers, functions and migrations.
 */
const OWNERS: Record<string, string> = {
  account: 'auth',
  added_template: 'needs-list',
  adverse_action_notice: 'credit',
  anonymous_session: 'anonymous-sessions',
  application_person: 'loan-applications',
  asked_for: 'needs-list',
  audit_chain: 'database',
  audit_entry: 'database',
  audit_log: 'platform',
  audit_sealed: 'platform',
  avatar: 'users',
  call_count: 'platform',
  company: 'companies',
  company_key: 'platform',
  company_logo: 'companies',
  confirmation_code: 'auth',
  contact_relation: 'loan-members',
  contact_subrole: 'companies',
  credential: 'auth',
  credit_consent: 'users',
  credit_run: 'credit',
  device: 'auth',
  document: 'documents',
  document_facts: 'documents',
  document_page: 'documents',
  document_password: 'database',
  document_pdf: 'documents',
  document_thumbnails: 'documents',
  delivery_report: 'database',
  document_turn: 'database',
  document_version: 'documents',
  download_job: 'exports',
  drivers_license: 'drivers-licenses',
  element: 'elements',
  element_share: 'elements',
  employee: 'employees',
  email_digest: 'digests',
  email_signature: 'users',
  email_text: 'email-texts',
  employee_details: 'employees',
  entity: 'entities',
  entity_information: 'entities',
  event: 'platform',
  event_clock: 'database',
  field_set: 'custom-fields',
  guarantee_rule: 'database',
  idempotency: 'platform',
  invitation: 'invitations',
  label: 'labels',
  loan: 'loans',
  loan_application: 'loan-applications',
  loan_detail_field: 'custom-fields',
  loan_detail_group: 'custom-fields',
  loan_entity: 'entities',
  loan_fact: 'needs-list',
  loan_mark: 'database',
  loan_mute: 'notifications',
  loan_pin: 'loans',
  loan_reminder: 'reminders',
  loan_reminder_member: 'reminders',
  // Not loan-members, because loans and invitations also create members, and loan-members imports both.
  loan_role: 'loans',
  loan_role_label: 'labels',
  loan_view: 'loans',
  login_attempt: 'auth',
  maintenance_window: 'maintenance',
  message: 'messages',
  message_attachment: 'messages',
  message_delivery: 'platform',
  message_draft: 'messages',
  message_mark: 'messages',
  message_thread: 'messages',
  note: 'notes',
  note_mark: 'notes',
  note_mention: 'notes',
  notification: 'notifications',
  outbound_message: 'platform',
  ownership: 'entities',
  package_asker: 'exports',
  package_file: 'exports',
  past_answer: 'elements',
  person: 'invitations',
  phase: 'companies',
  phase_stay: 'database',
  phase_total: 'database',
  portal_settings: 'portal',
  process_report: 'platform',
  received_reply: 'database',
  recently_opened: 'search',
  reminder: 'reminders',
  reminder_item: 'reminders',
  reminder_policy: 'reminders',
  reply_address: 'notifications',
  saved_reply: 'saved-replies',
  secure_upload_visit: 'anonymous-sessions',
  sent_mail: 'platform',
  service_day: 'platform',
  session: 'auth',
  sharepoint_connection: 'sharepoint',
  sharepoint_export: 'sharepoint',
  stopped_address: 'deliveries',
  shoebox_item: 'shoebox',
  sources_uses: 'sources-uses',
  sources_uses_template: 'sources-uses',
  support_category: 'learning-center',
  support_entry: 'learning-center',
  support_item: 'learning-center',
  support_picture: 'learning-center',
  support_starter: 'learning-center',
  support_view: 'database',
  template: 'templates',
  template_element: 'templates',
  template_field: 'custom-fields',
  template_version: 'templates',
  thread_member: 'messages',
  upload_quota: 'database',
  user_preference: 'users',
  user_settings: 'users',
};

interface Exception {
  readonly table: string;
  readonly writer: string;
  readonly reason: string;
}
const EXCEPTIONS: readonly Exception[] = [
  {
    table: 'account',
    writer: 'users',
    reason: 'auth writes who can log in, users the profile columns: name, phone, Azure address',
  },
  {
    table: 'employee',
    writer: 'invitations',
    reason: 'an accepted invitation creates the employee, and employees imports invitations',
  },
  {
    table: 'element',
    writer: 'needs-list',
    reason: 'changes and trashes the requests of a template by statements over whole plans',
  },
  {
    table: 'loan',
    writer: 'needs-list',
    reason: 'template_id and template_version belong to the needs list',
  },
  {
    table: 'loan_entity',
    writer: 'needs-list',
    reason: 'the columns of the applied template belong to the needs list',
  },
];

export interface Rules {
  readonly owners: Readonly<Record<string, string>>;
  readonly exceptions: readonly Exception[];
}
export const RULES: Rules = { owners: OWNERS, exceptions: EXCEPTIONS };

/** Operator commands run as the schema's owner on any table: erasing a company deletes from all of them. */
const isCommand = (path: string): boolean => path.includes('apps/server/src/cli/');
const writerOf = (path: string): string => /\/modules\/([^/]+)\//.exec(path)?.[1] ?? 'platform';

const BUILDER = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g;
const STATEMENT = /\b(?:insert\s+into|delete\s+from)\s+(?:only\s+)?(?:cairn\.)?([a-z_]+)/gi;
const UPDATE =
  /\bupdate\s+(?:only\s+)?(?:cairn\.)?([a-z_]+)(?:\s+(?:as\s+)?\w+)?\s+(?:set\b|\$\{)/gi;
/** SQL with a variable as the table's name cannot be checked. */
const COMPUTED = /\b(?:insert\s+into|delete\s+from|update)\s+(?:cairn\.)?\$\{/i;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

/** The tables that a source file writes, with the query builder or in SQL. */
export function findWrites(text: string, tables: ReadonlySet<string>): Set<string> {
  const code = text.replaceAll(COMMENT, '');
  const names = [BUILDER, STATEMENT, UPDATE].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, table]) => table!),
  );
  return new Set(names.filter((table) => tables.has(table)));
}

/** Names of the generated table types: the properties of `DB`. */
export const tablesIn = (generated: string): string[] =>
  [...(/interface DB \{([^}]*)\}/.exec(generated)?.[1] ?? '').matchAll(/^\s*(\w+):/gm)].map(
    ([, table]) => table!,
  );

/** `files`: source text by path from the repository's root. */
export function checkTables(
  files: ReadonlyMap<string, string>,
  tables: readonly string[],
  { owners, exceptions }: Rules = RULES,
): string[] {
  const tableNames = new Set(tables);
  const checked = [...files].filter(([file]) => !isCommand(file));
  const writes = checked.flatMap(([file, text]) =>
    [...findWrites(text, tableNames)].map((table) => ({ file, table, writer: writerOf(file) })),
  );
  const isException = (each: { table: string; writer: string }) =>
    exceptions.some(({ table, writer }) => table === each.table && writer === each.writer);
  return [
    ...tables.filter((table) => !(table in owners)).map((table) => `${table}: no owner`),
    ...Object.keys(owners)
      .filter((table) => !tableNames.has(table))
      .map((table) => `${table}: has an owner and does not exist`),
    ...writes
      .filter((each) => owners[each.table] !== each.writer && !isException(each))
      .map(
        ({ file, table, writer }) =>
          `${file}: ${writer} writes ${table}, which ${owners[table]} owns`,
      ),
    ...exceptions
      .filter((each) => !writes.some((write) => isException(write) && isSame(write, each)))
      .map(({ table, writer }) => `${table}: ${writer} no longer writes it, remove the exception`),
    ...checked
      .filter(([, text]) => COMPUTED.test(text.replaceAll(COMMENT, '')))
      .map(([file]) => `${file}: writes a table that a variable names`),
  ];
}

const isSame = (write: { table: string; writer: string }, { table, writer }: Exception): boolean =>
  write.table === table && write.writer === writer;
