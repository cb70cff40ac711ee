/** The recipients of each kind of event, one rule per kind. */
import type { NotificationKind } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { NotifiedEvent, NotifyOrder } from '../../platform/notified-events.ts';
import {
  addNotifications,
  dropNotifications,
  dropUnheardRequests,
  dropUnheardUploads,
} from './create-store.ts';
import type { Candidate, Notifying } from './types.ts';

type Rule = (tx: Tx, order: Notifying) => Promise<void>;

const add =
  (kind: NotificationKind, candidates: (order: Notifying) => RawBuilder<Candidate>): Rule =>
  async (tx, order) => {
    await tx.run(addNotifications(order, kind, candidates(order)));
  };

const idsIn = ({ detail }: NotifyOrder): string[] =>
  Array.isArray(detail['elementIds'])
    ? (detail['elementIds'] as string[])
    : [detail['elementId']].filter((id) => typeof id === 'string');

const peopleOn = ({ companyId, loanId }: NotifyOrder) =>
  sql`app.people_on_loan(${companyId}::uuid, ${loanId}::uuid)`;

/** Open requests that a person sees and is to answer, and was not notified of before. */
const requestsWhere = (order: Notifying, which: RawBuilder<unknown>) => sql<Candidate>`
  select p.account_id, p.level, 'REQUESTS' as topic, e.id as element_id
  from element e cross join ${peopleOn(order)} p
  where e.company_id = ${order.companyId}::uuid and e.loan_id = ${order.loanId}::uuid and ${which}
    and e.storage_type = 'FILE' and e.target_id is null and not e.answered and not e.in_trash
    and p.level <> 'LENDER' and (e.assigned_to is null or e.assigned_to = p.account_id)
    and not app.is_unreviewed(e.company_id, e.loan_id)
    and app.sees_element_as(p.account_id, p.level, e.company_id, e.id)`;

const requested = add('REQUESTED', (order) =>
  requestsWhere(order, sql`e.id = any (${idsIn(order)}::uuid[])`),
);
/** These elements and everything inside them. */
const withContents = (order: Notifying) => sql`(
  with recursive inside as (
    select shown.id from element shown
    where shown.company_id = ${order.companyId}::uuid and shown.id = any (${idsIn(order)}::uuid[])
    union
    select child.id from element child join inside on child.parent_id = inside.id
    where child.company_id = ${order.companyId}::uuid)
  select inside.id from inside)`;

/** For requests that were hidden or trashed. A notification from before that was neither read nor sent is replaced. */
const visibleMembers: Rule = async (tx, order) => {
  await dropUnheardRequests(tx, order, sql<boolean>`element_id in ${withContents(order)}`);
  await shownRequests(tx, order);
};
const shownRequests = add('REQUESTED', (order) =>
  requestsWhere(order, sql`e.id in ${withContents(order)}`),
);

/** For the people with whom it was shared; others saw it before. */
const sharedWith = add('REQUESTED', (order) =>
  requestsWhere(
    order,
    sql`e.id = any (${idsIn(order)}::uuid[]) and exists (select from element_share s
      where s.company_id = e.company_id and s.element_id = e.id and s.account_id = p.account_id)`,
  ),
);

/** For events that do not list their requests: those created in the transaction of the event. */
const requestedJustNow = add('REQUESTED', (order) =>
  requestsWhere(
    order,
    sql`e.created_at between ${order.at}::timestamptz - interval '5 minutes'
      and ${order.at}::timestamptz + interval '1 minute'`,
  ),
);

/** Requests that the new phase releases and the previous one did not; none if the loan moved back. */
const releasedByPhase = add('REQUESTED', (order) =>
  requestsWhere(
    order,
    sql`app.release_rank(e.release_phase) > coalesce((select app.release_rank(p.releases) from phase p
      where p.company_id = e.company_id and p.id = ${order.detail['from']}::uuid), -1)`,
  ),
);

/**
 * The assignee of a request, reminded by another loan member. Not on an application that no employee has opened,
 * because strangers must not be able to send emails.
 */
const reminded = add(
  'REMINDED',
  (order) => sql<Candidate>`
    select p.account_id, p.level, 'REMINDERS' as topic, e.id as element_id, jsonb_build_object('byMember', true,
      'day', to_char(now() at time zone coalesce(app.zone_of(p.account_id), 'UTC'), 'YYYY-MM-DD')) as detail
    from element e join ${peopleOn(order)} p on p.account_id = e.assigned_to
    where e.company_id = ${order.companyId}::uuid and e.loan_id = ${order.loanId}::uuid
      and e.id = any (${idsIn(order)}::uuid[]) and p.level <> 'LENDER'
      and not app.is_unreviewed(e.company_id, e.loan_id)
      and app.sees_element_as(p.account_id, p.level, e.company_id, e.id)`,
);

/** The person who sent the file or was to send it; otherwise the borrowers. */
const decided = (kind: 'APPROVED' | 'REJECTED') =>
  add(
    kind,
    (order) => sql<Candidate>`
      select p.account_id, p.level, 'REVIEWS' as topic, e.id as element_id,
        ${kind === 'REJECTED' ? sql`e.id::text` : sql`''`} as merge_key
      from element e cross join ${peopleOn(order)} p
      where e.company_id = ${order.companyId}::uuid and e.loan_id = ${order.loanId}::uuid
        and e.id = any (${idsIn(order)}::uuid[]) and p.level <> 'LENDER'
        and (p.account_id in (e.answered_by, e.assigned_to)
          or (e.assigned_to is null and p.level = 'BORROWER'))
        and app.sees_element_as(p.account_id, p.level, e.company_id, e.id)`,
  );

/** Whether the file came from outside the lender; the loan's lenders are notified of those only. */
const fromOutside = ({
  companyId,
  actorId,
}: NotifyOrder) => sql<boolean>`not exists (select from employee
  where employee.company_id = ${companyId}::uuid and employee.account_id = ${actorId}::uuid)`;

const answeredOnce = add(
  'UPLOADED',
  (order) => sql<Candidate>`
    select p.account_id, p.level, 'UPLOADS' as topic, e.id as element_id
    from element e cross join ${peopleOn(order)} p
    where e.company_id = ${order.companyId}::uuid and e.loan_id = ${order.loanId}::uuid
      and e.id = any (${idsIn(order)}::uuid[]) and e.answered and p.level = 'LENDER'
      and ${fromOutside(order)}`,
);
/** A request that is answered, removed and answered again is reported once. */
const answeredRule: Rule = async (tx, order) => {
  await dropUnheardUploads(tx, order, idsIn(order), fromOutside(order));
  await answeredOnce(tx, order);
};
const putInShoebox = add(
  'UPLOADED',
  (order) => sql<Candidate>`
    select p.account_id, p.level, 'UPLOADS' as topic, item.document_id
    from shoebox_item item cross join ${peopleOn(order)} p
    where item.company_id = ${order.companyId}::uuid and item.loan_id = ${order.loanId}::uuid
      and item.id = any (${order.detail['itemIds'] ?? []}::uuid[]) and p.level = 'LENDER'
      and ${fromOutside(order)}`,
);

/** The uploader and the loan's lenders; no one else for a private file. */
const aboutFile = (order: Notifying, detail: RawBuilder<unknown>) => sql<Candidate>`
  select p.account_id, p.level, case p.level when 'LENDER' then 'UPLOADS' else 'REVIEWS' end as topic,
    d.id as document_id, d.created_by as actor_id, ${detail} as detail, answered.id as element_id
  from document d cross join ${peopleOn(order)} p
  left join lateral (select e.id, e.approved_by from element e
    where e.company_id = d.company_id and e.loan_id = d.loan_id and e.answer_document_id = d.id limit 1) answered on true
  where d.company_id = ${order.companyId}::uuid and d.loan_id = ${order.loanId}::uuid
    and d.id = ${order.detail['documentId']}::uuid
    and (p.account_id in (d.created_by, d.written_by) or (p.level = 'LENDER' and d.private_to is null))`;

const scanned = add('FILE_BLOCKED', (order) =>
  aboutFile(order, sql`jsonb_build_object('reason', ${order.detail['reason'] ?? 'VIRUS'}::text)`),
);

/** Not for a file that the lender approved before its pages were read. */
const processed = add(
  'FILE_UNREADABLE',
  (order) =>
    sql<Candidate>`${aboutFile(
      order,
      sql`jsonb_build_object('contentState', ${order.detail['state']}::text)`,
    )} and answered.approved_by is null`,
);

const statusChanged = add(
  'STATUS_CHANGED',
  (order) => sql<Candidate>`
    select p.account_id, p.level, 'STATUS' as topic,
      jsonb_build_object('status', ${order.detail['to']}::text) as detail
    from ${peopleOn(order)} p`,
);

const memberAdded = add(
  'MEMBER_ADDED',
  (order) => sql<Candidate>`
    select p.account_id, p.level, 'MEMBERS' as topic,
      case when ${order.detail['sendInvite'] === true}::boolean then '{"always": true}' else '{}' end::jsonb as detail
    from ${peopleOn(order)} p where p.account_id = ${order.detail['userId']}::uuid`,
);

const memberLeft = add(
  'MEMBER_REMOVED',
  ({ detail }) => sql<Candidate>`
    select ${detail['userId']}::uuid as account_id, app.level_of(${(detail['roles'] as string[])[0]}) as level,
      'MEMBERS' as topic`,
);
const memberRemoved: Rule = async (tx, order) => {
  await dropNotifications(tx, order, order.detail['userId'] as string);
  await memberLeft(tx, order);
};

const messageSent = add(
  'MESSAGE',
  ({ detail }) => sql<Candidate>`
    select u.account_id, u.level, 'MESSAGES' as topic, u.message_id, u.author_id as actor_id,
      ${detail['threadId']}::text as merge_key
    from app.unread_in_thread(${detail['threadId']}::uuid) u where u.account_id <> u.author_id`,
);

/** The mentioned people, as long as they can read the note. */
const noteMentioned = add(
  'NOTE',
  (order) => sql<Candidate>`
    select m.account_id, 'LENDER' as level, 'MESSAGES' as topic, m.note_id, m.note_id::text as merge_key
    from note_mention m
    where m.company_id = ${order.companyId}::uuid and m.note_id = ${order.detail['noteId']}::uuid
      and m.account_id = any (${order.detail['userIds'] ?? []}::uuid[])
      and app.can_read_notes(${order.companyId}::uuid, ${order.loanId}::uuid, m.account_id)`,
);

/** The loan's lenders; the lender's owners if the application is not assigned. */
const applicationSubmitted = add(
  'APPLICATION_SUBMITTED',
  (order) => sql<Candidate>`
    with lender as (select * from ${peopleOn(order)} p where p.level = 'LENDER')
    select account_id, level, 'STATUS' as topic from lender
    union
    select e.account_id, 'LENDER', 'STATUS' from employee e
    where e.company_id = ${order.companyId}::uuid and e.level = 'OWNER' and not exists (select from lender)`,
);
/**
 * The recipients of a submitted application; for a draft only those who work on it, because no one else knows of it.
 */
const applicationWithdrawn = add(
  'STATUS_CHANGED',
  (order) => sql<Candidate>`
    with lender as (select * from ${peopleOn(order)} p where p.level = 'LENDER'), told as (
      select account_id, level from lender
      union
      select e.account_id, 'LENDER' from employee e
      where e.company_id = ${order.companyId}::uuid and e.level = 'OWNER' and not exists (select from lender)
        and ${order.detail['submitted'] === true}::boolean)
    select account_id, level, 'STATUS' as topic,
      '{"status": "WITHDRAWN", "byApplicant": true}'::jsonb as detail
    from told`,
);
const applicationDecided = add(
  'APPLICATION_DECIDED',
  (order) => sql<Candidate>`
    select p.account_id, p.level, 'STATUS' as topic,
      jsonb_build_object('accepted', ${order.kind === 'application.accepted'}::boolean) as detail
    from ${peopleOn(order)} p where p.level in ('BORROWER', 'APPLICANT')`,
);

/** No new recipients: what did not reach an address is due again. */
const sentAgain: Rule = async (tx, { detail, eventId }) => {
  await tx.run(
    query.selectNoFrom(
      sql`app.send_bounced_again(${detail['deliveryId']}::uuid, ${eventId}::uuid)`.as('again'),
    ),
  );
};

/** The people who requested the files, when all are ready or failed. Several people may wait for one package. */
const exported = add(
  'EXPORTED',
  (order) => sql<Candidate>`
    select asker.account_id, coalesce(p.level, 'LENDER') as level, 'EXPORTS' as topic,
      encode(f.fingerprint, 'hex') as merge_key, jsonb_build_object('ready', ${order.detail['ready'] ?? []}::text[],
        'failed', ${order.detail['failed'] ?? []}::text[], 'options', asker.options, 'jobId', f.job_id) as detail
    from package_file f
    join lateral (
      select j.account_id, j.options from download_job j
      where j.company_id = f.company_id and j.id = f.job_id and j.removed_at is null
      union all
      select k.account_id, k.options from package_asker k
      where f.job_id is null and k.company_id = f.company_id and k.loan_id = f.loan_id
        and k.fingerprint = f.fingerprint and k.asked_at >= f.asked_at) asker on true
    left join ${peopleOn(order)} p on p.account_id = asker.account_id
    where f.company_id = ${order.companyId}::uuid and f.id = ${order.detail['packageId']}::uuid
      and (p.account_id is not null or exists (select from employee e
        where e.company_id = f.company_id and e.account_id = asker.account_id))`,
);

const RULES: Record<NotifiedEvent, Rule> = {
  'anonymousSession.submitted': putInShoebox,
  'application.accepted': applicationDecided,
  'application.rejected': applicationDecided,
  'application.submitted': applicationSubmitted,
  'application.withdrawn': applicationWithdrawn,
  'delivery.addressConfirmed': sentAgain,
  'document.processed': processed,
  'document.scanned': scanned,
  'download.failed': exported,
  'download.made': exported,
  'element.answered': answeredRule,
  'element.approved': decided('APPROVED'),
  'element.assigned': requested,
  'element.copied': requested,
  'element.duplicated': requested,
  'element.edited': visibleMembers,
  'element.moved': visibleMembers,
  'element.rejected': decided('REJECTED'),
  'element.released': visibleMembers,
  'element.reminded': reminded,
  'element.requested': requested,
  'element.restored': visibleMembers,
  'element.shared': sharedWith,
  'loan.phaseChanged': releasedByPhase,
  'loan.reviewStatusChanged': add('REQUESTED', (order) =>
    requestsWhere(order, sql`e.visible_at_status = ${order.detail['to']}`),
  ),
  'loan.statusChanged': statusChanged,
  'message.sent': messageSent,
  'note.notified': noteMentioned,
  'package.failed': exported,
  'package.made': exported,
  'party.added': memberAdded,
  'party.removed': memberRemoved,
  'requests.askedByRule': requestedJustNow,
  'shoebox.added': putInShoebox,
  'shoebox.brought': putInShoebox,
  'template.applied': requestedJustNow,
};

/** For a phase whose release was changed: requests that its loans held back until now. */
export const addReleased = (tx: Tx, order: Notifying): Promise<void> =>
  releasedBySetting(tx, order);
const releasedBySetting = add('REQUESTED', (order) =>
  requestsWhere(
    order,
    sql`app.release_rank(e.release_phase) > coalesce(app.release_rank(${order.detail['from'] ?? null}::text), -1)`,
  ),
);

/** Idempotent: existing rows are kept. */
export const addRecipients: Rule = (tx, order) => RULES[order.kind](tx, order);
