import type { UserSettings } from '@cairn/contract';
import { PHONE, TEXT_MAX } from '@cairn/contract/constants';

/** What a failed change touched, as it was; whatever else was changed meanwhile stays. */
export function takenBack(now: UserSettings, before: UserSettings, fields: string[]): UserSettings {
  const old = Object.entries(before).filter(([field]) => fields.includes(field));
  return { ...now, ...Object.fromEntries(old) };
}

type Switch = Exclude<keyof UserSettings, 'agreedToTOS' | 'timezoneId' | 'keyPreferences'>;

export interface SwitchGroup {
  title: string;
  switches: { field: Switch; label: string }[];
}

const ABOUT = [
  ['AppMessage', 'New messages'],
  ['LoanStatus', 'Changes of a loan’s status'],
  ['AddRemoveUser', 'People added to a loan or taken off it'],
] as const;

export const SWITCHES: SwitchGroup[] = (
  [
    ['Email', 'By e-mail'],
    ['Text', 'By text message'],
  ] as const
).map(([way, title]) => ({
  title,
  switches: ABOUT.map(([about, label]) => ({ field: `send${way}${about}` as const, label })),
}));

export interface ProfileFields {
  givenName: string;
  familyName: string;
  phone: string;
}

function nameError(name: string): string | undefined {
  if (name === '') return 'Required';
  return name.length > TEXT_MAX ? `Must be at most ${TEXT_MAX} characters` : undefined;
}

/** The same sentences as the server's, before anything is sent. */
export function profileErrors({ givenName, familyName, phone }: ProfileFields) {
  const errors = {
    givenName: nameError(givenName),
    familyName: nameError(familyName),
    phone:
      phone === '' || PHONE.test(phone) ? undefined : 'Enter a phone number, like 555-010-0199',
  };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, error]) => (error ? [[field, error]] : [])),
  ) as Record<string, string>;
}

/** "0.4.1-dev" is shown as 0.4.1; without anything before the dash nobody knows. */
export const shownVersion = (version: string | undefined): string =>
  version?.split('-')[0] || 'unknown';
