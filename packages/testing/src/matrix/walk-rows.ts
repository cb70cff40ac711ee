/**
 * Reads every tenant table as every kind of caller in that caller's scope, with no visibility clause in the query,
 * and compares what row security alone lets through with the reviewed table.
 */
import { hashToken } from '@cairn/server/platform/crypto';
import type { Scope as DbScope } from '@cairn/server/platform/db/db';
import { statement } from '@cairn/server/platform/db/pipeline';
import type { Account } from '../factories/test-data.ts';
import type { TestServer } from '../server.ts';
import { readTable, type Finding, type Verdict } from './table.ts';
import { EVERYTHING, type Target } from './targets.ts';
import { CALLERS, makeWorld, type Caller, type Scope, type World } from './world.ts';

export async function walkRows(server: TestServer): Promise<Verdict> {
  const world = await makeWorld(server);
  const expected = readTable('rows.tsv');
  const tables = await tenantTables(server);
  const findings = findUnreviewed(tables, [...expected.keys()]);
  let cells = 0;
  for (const scope of new Set([...expected.keys()].map((key) => key.split(' ')[1] as Scope))) {
    const inScope = tables.filter((table) => expected.has(`${table} ${scope}`));
    for (const caller of CALLERS) {
      // Created once for all tables, because reading changes nothing.
      const target = await world.target(caller, scope, EVERYTHING);
      await leaveTraces(server, world, target, caller, scope);
      const dbScope = await scopeOf(server, world, caller);
      for (const table of inScope) {
        cells += 1;
        const expectedResult = expected.get(`${table} ${scope}`)![caller];
        const result = await look(server, dbScope, table, target);
        if (result === expectedResult) continue;
        const kind = expectedResult === 'yes' ? 'wrong' : 'leak';
        const where = `${table} ${scope} ${caller}`;
        findings.push({ kind, where, what: `${result}, expected ${expectedResult}` });
      }
    }
  }
  return { cells, findings };
}

/**
 * For controls: removes the row security of each of these tables, one at a time, and prints those for which a cell
 * differed. A single walk for all of them, because creating rows takes the time, not reading them.
 */
export async function walkOpened(server: TestServer): Promise<Verdict> {
  const world = await makeWorld(server);
  const expected = readTable('rows.tsv');
  const unnoticed = new Set(process.env['MATRIX_OPEN_TABLES']!.split(','));
  let cells = 0;
  for (const scope of new Set([...expected.keys()].map((key) => key.split(' ')[1] as Scope))) {
    for (const caller of CALLERS) {
      const inScope = [...unnoticed].filter((table) => expected.has(`${table} ${scope}`));
      if (inScope.length === 0) break;
      const target = await world.target(caller, scope, EVERYTHING);
      await leaveTraces(server, world, target, caller, scope);
      const dbScope = await scopeOf(server, world, caller);
      for (const table of inScope) {
        cells += 1;
        const expectedResult = expected.get(`${table} ${scope}`)![caller];
        await server.owner.query(`alter table cairn.${table} disable row level security`);
        const result = await look(server, dbScope, table, target);
        await server.owner.query(`alter table cairn.${table} enable row level security`);
        if (result === expectedResult) continue;
        unnoticed.delete(table);
        console.log(`  noticed ${table}`);
      }
    }
  }
  return { cells, findings: [] };
}

function findUnreviewed(tables: readonly string[], reviewed: readonly string[]): Finding[] {
  const names = new Set(reviewed.map((key) => key.split(' ')[0]!));
  return [
    ...tables
      .filter((table) => !names.has(table))
      .map((where): Finding => ({ kind: 'unreviewed', where, what: 'no row' })),
    ...reviewed
      .filter((key) => !tables.includes(key.split(' ')[0]!))
      .map((where): Finding => ({ kind: 'unreviewed', where, what: 'a row of no table' })),
  ];
}

async function tenantTables({ owner }: TestServer): Promise<string[]> {
  const { rows } = await owner.query<{ relname: string }>(`
    select c.relname from pg_class c
    where c.relnamespace = 'cairn'::regnamespace and c.relkind = 'r'
      and (c.relname = 'company' or exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and c.relname <> 'session')
        or c.relname like 'support\\_%')
    order by 1`);
  return rows.map((row) => row.relname);
}

/** The condition that selects a table's rows of the target. */
function clauseOf(table: string, target: Target): [string, string[]] {
  const { companyId, loan, element, documentId, entity, invitationId } = target;
  switch (table) {
    case 'company':
      return ['id = $1', [companyId]];
    case 'loan':
      return ['id = $1', [loan.id]];
    case 'element':
      return ['id = $1', [element.id]];
    case 'document':
      return ['id = $1', [documentId]];
    case 'document_version':
    case 'document_facts':
    case 'document_page':
    case 'document_pdf':
    case 'document_thumbnails':
      return ['document_id = $1', [documentId]];
    case 'past_answer':
    case 'element_share':
      return ['element_id = $1', [element.id]];
    case 'entity':
      return ['id = $1', [entity.id]];
    case 'entity_information':
    case 'drivers_license':
    case 'loan_entity':
    case 'application_person':
      return ['entity_id = $1', [entity.id]];
    case 'ownership':
      return ['owned_id = $1', [entity.id]];
    case 'invitation':
      return ['id = $1', [invitationId]];
    // Named after the loan, like everything that belongs to one.
    case 'loan_view':
      return ['name = $1', [loan.id]];
    case 'message_thread':
      return ['id = $1', [target.threadId]];
    case 'reply_address':
    case 'thread_member':
      return ['thread_id = $1', [target.threadId]];
    case 'message':
      return ['id = $1', [target.messageId]];
    case 'message_attachment':
    case 'message_mark':
      return ['message_id = $1', [target.messageId]];
    case 'received_reply':
      // Computed as in conversations.ts; a join with reply_address would test that table's row security instead.
      return ['message_key = sha256($1::text::bytea)', [target.threadId]];
    case 'message_draft':
      return ['id = $1', [target.draftId]];
    case 'credit_run':
      return ['id = $1', [target.credit.runId]];
    case 'adverse_action_notice':
      return ['loan_id = $1', [target.credit.declined.id]];
    case 'saved_reply':
      return ['id = $1', [target.savedReplyId]];
    case 'sources_uses':
      return ['loan_id = $1', [target.sheetLoanId]];
    case 'note':
      return ['id = $1', [target.noteId]];
    case 'note_mark':
    case 'note_mention':
      return ['note_id = $1', [target.noteId]];
    case 'support_starter':
      return ["slug <> ''", []];
    case 'support_entry':
      return ['id = $1', [target.article.id]];
    case 'support_picture':
      return ['id = $1', [target.article.pictureId]];
    case 'support_category':
      return ['id = $1', [target.article.categoryId]];
    case 'support_view':
      return ['support_id = $1', [target.article.supportId]];
    case 'support_item':
      return ['id = $1', [target.article.supportId]];
    case 'message_delivery':
      return ['id = $1', [target.deliveryId]];
    case 'notification':
      return ['id = $1', [target.notificationId]];
    case 'download_job':
      return ['id = $1', [target.downloadJobId]];
    case 'shoebox_item':
      return ['id = $1', [target.shoeboxItemId]];
    case 'contact_relation':
      return ['id = $1', [target.people.relationId]];
    case 'loan_reminder':
    case 'loan_reminder_member':
    case 'reminder_item':
    case 'package_file':
    case 'package_asker':
    case 'sharepoint_export':
    case 'loan_role':
    case 'loan_role_label':
    case 'loan_mark':
    case 'loan_mute':
    case 'loan_pin':
    case 'loan_detail_group':
    case 'loan_detail_field':
    case 'recently_opened':
    case 'asked_for':
    case 'loan_fact':
    case 'added_template':
    case 'loan_application':
    case 'audit_entry':
      return ['loan_id = $1', [loan.id]];
    default:
      return ['company_id = $1', [companyId]];
  }
}

async function look(
  server: TestServer,
  dbScope: DbScope,
  table: string,
  target: Target,
): Promise<'yes' | 'no' | 'denied'> {
  const [clause, values] = clauseOf(table, target);
  const query = {
    statement: () => statement(`select 1 as one from ${table} where ${clause}`, values),
  };
  try {
    const rows = await server.db.reads(dbScope).run(query);
    return rows.length > 0 ? 'yes' : 'no';
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return 'denied';
    throw error;
  }
}

/** Adds a pin, a visit and an audit entry on the loan, so that there are rows to see. */
async function leaveTraces(
  { owner, given }: TestServer,
  world: World,
  { loan, loanPhaseId, element, documentId, entity, templateId, templateElementId }: Target,
  caller: Caller,
  scope: Scope,
): Promise<void> {
  // In scope `own` the pin is the caller's, otherwise another user's.
  const { account } = scope === 'own' ? world.callers[caller] : world.callers.AN;
  await owner.query('insert into cairn.loan_pin values ($1, $2, $3) on conflict do nothing', [
    loan.companyId,
    account.id,
    loan.id,
  ]);
  await owner.query('delete from cairn.loan_view where name = $1', [loan.id]);
  await owner.query(
    `insert into cairn.loan_view (company_id, account_id, id, name, section, layout, direction)
     select company_id, account_id, gen_random_uuid(), $3, 'origination', 'LIST', 'asc'
     from cairn.person where company_id = $1 and account_id = $2 on conflict do nothing`,
    [loan.companyId, scope === 'own' ? account.id : otherThan(world, caller).id, loan.id],
  );
  // Another person's earlier answer, and a share with another person.
  await owner.query(
    `insert into cairn.past_answer (company_id, id, loan_id, element_id, value, answered_by,
       answered_at, ended)
     values ($1, gen_random_uuid(), $2, $3, '1', $4, now(), 'DELETED')`,
    [loan.companyId, loan.id, element.id, world.callers.AN.account.id],
  );
  await owner.query(
    `insert into cairn.document_version (company_id, document_id, version, loan_id, name, object_key,
       size, virus_scan_state, written_by, written_at, replaced_by)
     select company_id, id, version, loan_id, name, object_key, size, 'CLEAN', created_by, now(), created_by
     from cairn.document where id = $1 on conflict do nothing`,
    [documentId],
  );
  await owner.query(
    `insert into cairn.drivers_license (company_id, entity_id) values ($1, $2) on conflict do nothing`,
    [loan.companyId, entity.id],
  );
  await given.documentContent(documentId, Buffer.from('no picture'));
  // In scope `own` the caller requested the export, otherwise another user.
  await owner.query('delete from cairn.package_asker where loan_id = $1', [loan.id]);
  await owner.query('delete from cairn.package_file where loan_id = $1', [loan.id]);
  await owner.query(`insert into cairn.package_asker values ($1, $2, $3, sha256('seen'))`, [
    loan.companyId,
    loan.id,
    account.id,
  ]);
  await owner.query(
    `insert into cairn.package_file (company_id, loan_id, kind, fingerprint, plan, asked_by)
     values ($1, $2, 'ZIP', sha256('seen'), '{}', $3)`,
    [loan.companyId, loan.id, account.id],
  );
  await owner.query(
    `insert into cairn.element_share (company_id, id, loan_id, element_id, account_id, created_by)
     values ($1, gen_random_uuid(), $2, $3, $4, $4)`,
    [loan.companyId, loan.id, element.id, world.callers.AN.account.id],
  );
  await owner.query(
    `insert into cairn.asked_for (company_id, loan_id, template_element_id, template_id, template_version)
     values ($1, $2, $3, $4, 1)`,
    [loan.companyId, loan.id, templateElementId, templateId],
  );
  await owner.query(
    'insert into cairn.added_template values ($1, $2, $3, 1) on conflict do nothing',
    [loan.companyId, loan.id, templateId],
  );
  await owner.query(
    'insert into cairn.recently_opened values ($1, $2, $3, $3) on conflict do nothing',
    [loan.companyId, account.id, loan.id],
  );
  await owner.query(
    `insert into cairn.audit_entry values ($1, $2, 1, $2, now(), null, 'test.seen', $2, '{}', '')
     on conflict do nothing`,
    [loan.companyId, loan.id],
  );
  await owner.query(
    `insert into cairn.phase_stay (company_id, phase_id, loan_type, entered_at, left_at)
     values ($1, $2, 'SBA_7A', now(), now())`,
    [loan.companyId, loanPhaseId],
  );
  await owner.query(
    `insert into cairn.document_turn (company_id, kind, at, element_id, loan_type, phase_id)
     values ($1, 'SENT_BACK', now(), $2, 'SBA_7A', $3)`,
    [loan.companyId, element.id, loanPhaseId],
  );
  await owner.query(
    `insert into cairn.loan_detail_group values ($1, gen_random_uuid(), $2, 'A group', 1)`,
    [loan.companyId, loan.id],
  );
  await leaveReminders(owner, loan, element.id, account.id);
  await owner.query(
    `insert into cairn.sharepoint_connection (company_id, tenant_id, client_id, sealed, key_generation,
       site_url, library, modified_by)
     values ($1, gen_random_uuid(), gen_random_uuid(), '', 1, 'https://site.example', 'Documents', $2)
     on conflict do nothing`,
    [loan.companyId, account.id],
  );
  await owner.query(
    `insert into cairn.sharepoint_export (company_id, loan_id, asked_by, plan, folder, files)
     values ($1, $2, $3, '{}', 'Loan', 1) on conflict do nothing`,
    [loan.companyId, loan.id, account.id],
  );
  await owner.query(
    `insert into cairn.ownership (company_id, owned_id, owner_id, share)
     select $1, $2, id, 1 from cairn.entity where company_id = $1 and id <> $2 limit 1
     on conflict do nothing`,
    [loan.companyId, entity.id],
  );
  await owner.query(
    `insert into cairn.application_person (company_id, loan_id, entity_id)
     select company_id, loan_id, entity_id from cairn.loan_entity
     where loan_id = $1 and entity_id = $2 on conflict do nothing`,
    [loan.id, entity.id],
  );
  await owner.query(
    `insert into cairn.loan_role_label
     select r.company_id, r.loan_id, r.id, l.id from cairn.loan_role r
     join cairn.label l on l.company_id = r.company_id
     where r.loan_id = $1 on conflict do nothing`,
    [loan.id],
  );
  await owner.query(
    `insert into cairn.employee select $1, account_id, 'EMPLOYEE' from cairn.person
     where company_id = $1 and not exists (select from cairn.employee where company_id = $1) limit 1`,
    [loan.companyId],
  );
}

/** Reminders of the loan to a person, and the lender's reminder settings for it. */
async function leaveReminders(
  owner: TestServer['owner'],
  loan: Target['loan'],
  elementId: string,
  accountId: string,
): Promise<void> {
  const { companyId, id: loanId } = loan;
  await owner.query(
    'insert into cairn.reminder_policy (company_id) values ($1) on conflict do nothing',
    [companyId],
  );
  await owner.query(
    'insert into cairn.portal_settings (company_id) values ($1) on conflict do nothing',
    [companyId],
  );
  await owner.query(
    `insert into cairn.email_text (company_id, kind, subject, modified_by) values ($1, 'STATUS', 'Status', $2)
     on conflict do nothing`,
    [companyId, accountId],
  );
  await owner.query(
    `insert into cairn.email_digest (company_id, account_id, day, at, weekly)
     values ($1, $2, current_date, now(), true) on conflict do nothing`,
    [companyId, accountId],
  );
  await owner.query('insert into cairn.loan_mute values ($1, $2, $3) on conflict do nothing', [
    companyId,
    loanId,
    accountId,
  ]);
  await owner.query(
    'insert into cairn.loan_reminder (company_id, loan_id) values ($1, $2) on conflict do nothing',
    [companyId, loanId],
  );
  await owner.query(
    `insert into cairn.loan_reminder_member (company_id, loan_id, account_id) values ($1, $2, $3)
     on conflict do nothing`,
    [companyId, loanId, accountId],
  );
  await owner.query(
    `insert into cairn.reminder (company_id, account_id, day, event_id)
     values ($1, $2, current_date, gen_random_uuid()) on conflict do nothing`,
    [companyId, accountId],
  );
  await owner.query(
    `insert into cairn.reminder_item (company_id, reminder_id, loan_id, element_id, account_id, day)
     select company_id, id, $3, $4, account_id, day from cairn.reminder
     where company_id = $1 and account_id = $2 on conflict do nothing`,
    [companyId, accountId, loanId, elementId],
  );
}

/** The owner of a view that the caller must not see: the company's owner, and for the owner the employee. */
const otherThan = ({ callers }: World, caller: Caller): Account =>
  (caller === 'LO' ? callers.LE : callers.LO).account;

async function scopeOf(server: TestServer, world: World, caller: Caller): Promise<DbScope> {
  const { token } = world.callers[caller];
  if (!token) return { kind: 'anonymous' };
  const tokenHash = hashToken(token);
  const { rows } = await server.owner.query<{ stamp: string }>(
    'select stamp from cairn.session where token_hash = $1',
    [tokenHash],
  );
  return { kind: 'session', tokenHash, stamp: rows[0]!.stamp };
}
