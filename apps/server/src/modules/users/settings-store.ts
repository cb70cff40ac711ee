import type { UserSettings } from '@cairn/contract';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Row } from '../../platform/db/schema.ts';

const columns = [
  'send_email_add_remove_user',
  'send_email_app_message',
  'send_email_loan_status',
  'send_text_add_remove_user',
  'send_text_app_message',
  'send_text_loan_status',
  'send_email_requests',
  'send_email_reviews',
  'send_email_uploads',
  'send_text_requests',
  'send_text_reviews',
  'send_text_uploads',
  'bell_add_remove_user',
  'bell_app_message',
  'bell_loan_status',
  'bell_requests',
  'bell_reviews',
  'bell_uploads',
  'bell_exports',
  'email_frequency',
  'digest_weekday',
  'digest_time',
  'quiet_from',
  'quiet_until',
  'terms_version',
  'terms_agreed_at',
  'timezone_id',
] as const;
export type SettingsRow = Pick<Row<'user_settings'>, (typeof columns)[number]>;
export interface PreferenceRow {
  key: string;
  value: string;
}

export const findSettings = (accountId: string) =>
  query.selectFrom('user_settings').select(columns).where('account_id', '=', accountId);

export const findPreferences = (accountId: string) =>
  query
    .selectFrom('user_preference')
    .select(['key', 'value'])
    .where('account_id', '=', accountId)
    .orderBy('key');

export const findPreference = (accountId: string, key: string) =>
  query
    .selectFrom('user_preference')
    .select('value')
    .where('account_id', '=', accountId)
    .where('key', '=', key);

type Given<T> = { [K in keyof T]?: T[K] | undefined };

/** Only what was given is written: two switches pressed at the same time both count. */
export async function saveSettings(
  tx: Tx,
  accountId: string,
  given: Given<Omit<UserSettings, 'keyPreferences' | 'agreedToTOS' | 'terms'>>,
): Promise<void> {
  const all = {
    send_email_add_remove_user: given.sendEmailAddRemoveUser,
    send_email_app_message: given.sendEmailAppMessage,
    send_email_loan_status: given.sendEmailLoanStatus,
    send_text_add_remove_user: given.sendTextAddRemoveUser,
    send_text_app_message: given.sendTextAppMessage,
    send_text_loan_status: given.sendTextLoanStatus,
    send_email_requests: given.sendEmailRequests,
    send_email_reviews: given.sendEmailReviews,
    send_email_uploads: given.sendEmailUploads,
    send_text_requests: given.sendTextRequests,
    send_text_reviews: given.sendTextReviews,
    send_text_uploads: given.sendTextUploads,
    bell_add_remove_user: given.bellAddRemoveUser,
    bell_app_message: given.bellAppMessage,
    bell_loan_status: given.bellLoanStatus,
    bell_requests: given.bellRequests,
    bell_reviews: given.bellReviews,
    bell_uploads: given.bellUploads,
    bell_exports: given.bellExports,
    email_frequency: given.emailFrequency,
    digest_weekday: given.digestWeekday,
    digest_time: given.digestTime,
    quiet_from: given.quietFrom,
    quiet_until: given.quietUntil,
    timezone_id: given.timezoneId,
  };
  const changed = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<SettingsRow>;
  if (Object.keys(changed).length === 0) return;
  // A summary that would have been due by the new choice before it was made is not sent.
  const isOther = [given.emailFrequency, given.digestWeekday, given.digestTime].some(
    (value) => value !== undefined,
  );
  const saved = { ...changed, ...(isOther && { digest_from: sql<string>`now()` }) };
  await tx.run(
    query
      .insertInto('user_settings')
      .values({ account_id: accountId, ...saved })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ ...saved, modified_at: sql`now()` }),
      ),
  );
}

/** The first time counts; false where the account has agreed to this version before. */
export async function saveAgreement(tx: Tx, accountId: string, version: string): Promise<boolean> {
  const agreement = { terms_version: version, terms_agreed_at: sql<string>`now()` };
  const rows = await tx.run(
    query
      .insertInto('user_settings')
      .values({ account_id: accountId, ...agreement })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ ...agreement, modified_at: sql`now()` })
          .where('user_settings.terms_version', 'is distinct from', version),
      )
      .returning('account_id'),
  );
  return rows.length > 0;
}

export async function savePreferences(
  tx: Tx,
  accountId: string,
  given: Record<string, string>,
): Promise<void> {
  await tx.run(
    query
      .insertInto('user_preference')
      .values(Object.entries(given).map(([key, value]) => ({ account_id: accountId, key, value })))
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'key'])
          .doUpdateSet({ value: sql`excluded.value`, modified_at: sql`now()` }),
      ),
  );
}

export async function findPhone(reads: Queries, accountId: string): Promise<string | undefined> {
  const [row] = await reads.run(
    query.selectFrom('account').select('phone').where('id', '=', accountId),
  );
  return row?.phone ?? undefined;
}

interface Profile {
  givenName: string;
  familyName: string;
  phone?: string | null | undefined;
}

/** The account and, in the same transaction, the directory of every company that lists the person. */
export async function saveProfile(tx: Tx, accountId: string, given: Profile) {
  const [row] = await tx.run(
    query
      .updateTable('account')
      .set({
        given_name: given.givenName,
        family_name: given.familyName,
        ...(given.phone !== undefined && {
          phone: given.phone,
          // Another number has not been verified.
          phone_verified_at: sql<
            string | null
          >`case when phone is not distinct from ${given.phone} then phone_verified_at end`,
        }),
      })
      .where('id', '=', accountId)
      .returning('phone'),
  );
  await tx.run(
    query.selectNoFrom(
      sql`app.rename_self(${given.givenName}::text, ${given.familyName}::text)`.as('renamed'),
    ),
  );
  return {
    id: accountId,
    givenName: given.givenName,
    familyName: given.familyName,
    phone: row!.phone,
  };
}
