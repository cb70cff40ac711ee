import type { UserSettings } from '@cairn/contract';
import type { PreferenceRow, SettingsRow } from './store.ts';

/** Nothing is stored until somebody changes something: these hold until then [R164] [R165]. */
const untouched: SettingsRow = {
  send_email_add_remove_user: true,
  send_email_app_message: true,
  send_email_loan_status: true,
  send_text_add_remove_user: true,
  send_text_app_message: true,
  send_text_loan_status: true,
  agreed_to_tos: false,
  timezone_id: null,
};

export function presentSettings(
  kept: SettingsRow | undefined,
  preferences: PreferenceRow[],
): UserSettings {
  const row = kept ?? untouched;
  return {
    sendEmailAddRemoveUser: row.send_email_add_remove_user,
    sendEmailAppMessage: row.send_email_app_message,
    sendEmailLoanStatus: row.send_email_loan_status,
    sendTextAddRemoveUser: row.send_text_add_remove_user,
    sendTextAppMessage: row.send_text_app_message,
    sendTextLoanStatus: row.send_text_loan_status,
    agreedToTOS: row.agreed_to_tos,
    timezoneId: row.timezone_id,
    keyPreferences: Object.fromEntries(preferences.map(({ key, value }) => [key, value])),
  };
}
