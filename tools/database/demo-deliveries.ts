/** Emails of the demo: Elena's arrived, and her co-borrower's invitation bounced. */
import type { Account, Company, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import { CO_BORROWER } from './demo-data.ts';

const BOUNCED = 'smtp; 550 5.1.1 User unknown';
const SENT = [
  { daysAgo: 9, topic: 'REMINDERS', state: 'DELIVERED' },
  { daysAgo: 4, topic: 'REMINDERS', state: 'DELIVERED' },
  { daysAgo: 2, topic: 'REVIEWS', state: 'SENT' },
] as const;

export async function deliverEmails(
  client: pg.Client,
  company: Company,
  loan: Loan,
  { elena }: Record<'elena', Account>,
): Promise<void> {
  const note = `insert into cairn.message_delivery (company_id, id, channel, address, account_id, topic, loan_ids, state,
    reason, created_at, state_at)
    select $1, gen_random_uuid(), 'EMAIL', $2, $3::uuid, $4, array[$5::uuid], $6, $7, at, at
    from (select now() - make_interval(days => $8::int) as at) sent`;
  for (const { daysAgo, topic, state } of SENT) {
    await client.query(note, [
      company.id,
      elena.emailAddress,
      elena.id,
      topic,
      loan.id,
      state,
      null,
      daysAgo,
    ]);
  }
  const [, , address] = CO_BORROWER;
  await client.query(note, [
    company.id,
    address,
    null,
    'INVITATION',
    loan.id,
    'BOUNCED',
    BOUNCED,
    2,
  ]);
  await client.query(
    `insert into cairn.stopped_address (company_id, channel, address, cause, stopped_at)
     values ($1, 'EMAIL', lower($2), 'BOUNCED', now() - interval '2 days')`,
    [company.id, address],
  );
}
