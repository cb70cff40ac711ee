import type { UserSettings } from '@cairn/contract';
import type { Config } from '../../platform/config.ts';
import type { PreferenceRow, SettingsRow } from './settings-store.ts';

/** Defaults until the user changes a setting: there is no row before [R164] [R165]. */
const untouched: SettingsRow = {
  send_email_add_remove_user: true,
  send_email_app_message: true,
  send_email_loan_status: true,
  send_text_add_remove_user: true,
  send_text_app_message: true,
  send_text_loan_status: true,
  send_email_requests: true,
  send_email_reviews: true,
  send_email_uploads: true,
  send_text_requests: true,
  send_text_reviews: true,
  send_text_uploads: false,
  bell_add_remove_user: true,
  bell_app_message: true,
  bell_loan_status: true,
  bell_requests: true,
  bell_reviews: true,
  bell_uploads: true,
  bell_exports: true,
  email_frequency: 'AT_ONCE',
  digest_weekday: 1,
  digest_time: '08:00',
  quiet_from: null,
  quiet_until: null,
  terms_version: null,
  terms_agreed_at: null,
  timezone_id: null,
};

export function presentSettings(
  savedRow: SettingsRow | undefined,
  preferences: PreferenceRow[],
  terms: Config['terms'],
): UserSettings {
  const row = savedRow ?? untouched;
  // An agreement to another version than the current one does not count.
  const agreed = terms !== undefined && row.terms_version === terms.version;
  return {
    sendEmailAddRemoveUser: row.send_email_add_remove_user,
    sendEmailAppMessage: row.send_email_app_message,
    sendEmailLoanStatus: row.send_email_loan_status,
    sendTextAddRemoveUser: row.send_text_add_remove_user,
    sendTextAppMessage: row.send_text_app_message,
    sendTextLoanStatus: row.send_text_loan_status,
    sendEmailRequests: row.send_email_requests,
    sendEmailReviews: row.send_email_reviews,
    sendEmailUploads: row.send_email_uploads,
    sendTextRequests: row.send_text_requests,
    sendTextReviews: row.send_text_reviews,
    sendTextUploads: row.send_text_uploads,
    bellAddRemoveUser: row.bell_add_remove_user,
    bellAppMessage: row.bell_app_message,
    bellLoanStatus: row.bell_loan_status,
    bellRequests: row.bell_requests,
    bellReviews: row.bell_reviews,
    bellUploads: row.bell_uploads,
    bellExports: row.bell_exports,
    emailFrequency: row.email_frequency,
    digestWeekday: row.digest_weekday,
    digestTime: row.digest_time.slice(0, 5),
    quietFrom: row.quiet_from?.slice(0, 5) ?? null,
    quietUntil: row.quiet_until?.slice(0, 5) ?? null,
    agreedToTOS: agreed,
    ...(terms && { terms: { ...terms, agreedDate: agreed ? row.terms_agreed_at : null } }),
    timezoneId: row.timezone_id,
    keyPreferences: Object.fromEntries(preferences.map(({ key, value }) => [key, value])),
  };
}
