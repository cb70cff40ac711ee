/**
 * Reminders of the demo: the lender's holidays, and two that Dana sent to Elena by hand. They are off until an owner
 * turns them on, as for every new lender.
 */
import type { Account, Company, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

const SENT = [
  { daysAgo: 9, requests: 3 },
  { daysAgo: 4, requests: 2 },
] as const;

function holidays(): string[] {
  const year = new Date().getUTCFullYear();
  return [`${year}-12-25`, `${year + 1}-01-01`];
}

export async function sendReminders(
  client: pg.Client,
  company: Company,
  loan: Loan,
  { dana, elena }: Record<'dana' | 'elena', Account>,
): Promise<void> {
  await client.query(
    'insert into cairn.reminder_policy (company_id, blackout_days) values ($1, $2)',
    [company.id, holidays()],
  );
  await client.query(
    `insert into cairn.email_text (company_id, kind, opening, modified_by) values ($1, 'REMINDERS', $2, $3)`,
    [
      company.id,
      'Hi {firstName}, a quick reminder from {company}: {documents} for {loan} still to come. Phone photos are fine.',
      dana.id,
    ],
  );
  // Inserted oldest first, because they are listed in the order of the rows.
  for (const { daysAgo, requests } of SENT) {
    await client.query(
      `with sent as (
         insert into cairn.reminder (company_id, account_id, day, event_id, created_at)
         values ($1, $2, current_date - $3::int, gen_random_uuid(), now() - make_interval(days => $3::int))
         returning *
       ), item as (
         insert into cairn.reminder_item (company_id, reminder_id, loan_id, element_id, account_id, day, due_date,
           created_at)
         select sent.company_id, sent.id, $4::uuid, e.id, sent.account_id, sent.day, e.due_date, sent.created_at
         from sent cross join (
           select id, due_date from cairn.element
           where loan_id = $4::uuid and storage_type = 'FILE' and not answered and not kept and not private
           order by due_date nulls last, id limit $5::int) e
         returning *
       ), told as (
         insert into cairn.notification (company_id, account_id, level, event_id, kind, topic, loan_id, element_id,
           actor_id, detail, bell, email, sms, emailed_as, created_at)
         select item.company_id, item.account_id, 'BORROWER', sent.event_id, 'REMINDED', 'REMINDERS', item.loan_id,
           item.element_id, $6::uuid, jsonb_build_object('day', item.day), false, true, false, sent.event_id,
           sent.created_at
         from item cross join sent
       )
       insert into cairn.sent_mail (event_id, sent_at) select event_id, created_at from sent`,
      [company.id, elena.id, daysAgo, loan.id, requests, dana.id],
    );
  }
}
