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

type Changes<T> = { [K in keyof T]?: T[K] | undefined };

/** Writes only the given settings, so that two switches pressed at the same time both take effect. */
export async function saveSettings(
  tx: Tx,
  accountId: string,
  settings: Changes<Omit<UserSettings, 'keyPreferences' | 'agreedToTOS' | 'terms'>>,
): Promise<void> {
  const all = {
    send_email_add_remove_user: settings.sendEmailAddRemoveUser,
    send_email_app_message: settings.sendEmailAppMessage,
    send_email_loan_status: settings.sendEmailLoanStatus,
    send_text_add_remove_user: settings.sendTextAddRemoveUser,
    send_text_app_message: settings.sendTextAppMessage,
    send_text_loan_status: settings.sendTextLoanStatus,
    send_email_requests: settings.sendEmailRequests,
    send_email_reviews: settings.sendEmailReviews,
    send_email_uploads: settings.sendEmailUploads,
    send_text_requests: settings.sendTextRequests,
    send_text_reviews: settings.sendTextReviews,
    send_text_uploads: settings.sendTextUploads,
    bell_add_remove_user: settings.bellAddRemoveUser,
    bell_app_message: settings.bellAppMessage,
    bell_loan_status: settings.bellLoanStatus,
    bell_requests: settings.bellRequests,
    bell_reviews: settings.bellReviews,
    bell_uploads: settings.bellUploads,
    bell_exports: settings.bellExports,
    email_frequency: settings.emailFrequency,
    digest_weekday: settings.digestWeekday,
    digest_time: settings.digestTime,
    quiet_from: settings.quietFrom,
    quiet_until: settings.quietUntil,
    timezone_id: settings.timezoneId,
  };
  const changedColumns = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<SettingsRow>;
  if (Object.keys(changedColumns).length === 0) return;
  // A summary that the new choice would have made due earlier is not sent.
  const isOther = [settings.emailFrequency, settings.digestWeekday, settings.digestTime].some(
    (value) => value !== undefined,
  );
  const row = { ...changedColumns, ...(isOther && { digest_from: sql<string>`now()` }) };
  await tx.run(
    query
      .insertInto('user_settings')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ ...row, modified_at: sql`now()` }),
      ),
  );
}

/** Stores the first agreement. Returns false if the account has agreed to this version before. */
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
  preferences: Record<string, string>,
): Promise<void> {
  await tx.run(
    query
      .insertInto('user_preference')
      .values(
        Object.entries(preferences).map(([key, value]) => ({ account_id: accountId, key, value })),
      )
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

/** Updates the account and, in the same transaction, the directory of every company that lists the person. */
export async function saveProfile(tx: Tx, accountId: string, profile: Profile) {
  const [row] = await tx.run(
    query
      .updateTable('account')
      .set({
        given_name: profile.givenName,
        family_name: profile.familyName,
        ...(profile.phone !== undefined && {
          phone: profile.phone,
          // A changed number is no longer verified.
          phone_verified_at: sql<
            string | null
          >`case when phone is not distinct from ${profile.phone} then phone_verified_at end`,
        }),
      })
      .where('id', '=', accountId)
      .returning('phone'),
  );
  await tx.run(
    query.selectNoFrom(
      sql`app.rename_self(${profile.givenName}::text, ${profile.familyName}::text)`.as('renamed'),
    ),
  );
  return {
    id: accountId,
    givenName: profile.givenName,
    familyName: profile.familyName,
    phone: row!.phone,
  };
}
