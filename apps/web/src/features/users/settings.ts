import type { UserSettings } from '@cairn/contract';

/** Restores the fields of a failed change; fields that changed since keep their values. */
export function takenBack(now: UserSettings, before: UserSettings, fields: string[]): UserSettings {
  const old = Object.entries(before).filter(([field]) => fields.includes(field));
  return { ...now, ...Object.fromEntries(old) };
}

type Switch = Extract<keyof UserSettings, `send${string}` | `bell${string}`>;

export interface SwitchGroup {
  title: string;
  switches: { field: Switch; label: string }[];
}

const ABOUT = [
  ['AppMessage', 'New messages'],
  ['LoanStatus', 'Loan status changes'],
  ['AddRemoveUser', 'People added to or removed from a loan'],
  ['Requests', 'Document requests and reminders'],
  ['Reviews', 'Reviews of documents you sent'],
  ['Uploads', 'Documents sent by borrowers'],
] as const;
type About = (typeof ABOUT)[number][0];

/** Topics that only one side of a loan is notified about. */
const BORROWERS_ONLY: readonly About[] = ['Requests', 'Reviews'];
const LENDERS_ONLY: readonly About[] = ['Uploads'];

const BELL_ONLY = { field: 'bellExports', label: 'Downloads you asked for' } as const;

const CHANNELS = [
  ['sendEmail', 'By email'],
  ['sendText', 'By text message'],
  ['bell', 'In the bell'],
] as const;

export function switchesFor({ isLender }: { isLender: boolean }): SwitchGroup[] {
  const hidden = isLender ? BORROWERS_ONLY : LENDERS_ONLY;
  const topics = ABOUT.filter(([about]) => !hidden.includes(about));
  return CHANNELS.map(([channel, title]) => ({
    title,
    switches: [
      ...topics.map(([about, label]) => ({ field: `${channel}${about}` as const, label })),
      ...(channel === 'bell' ? [BELL_ONLY] : []),
    ],
  }));
}

/** "0.4.1-dev" is shown as 0.4.1. A version without anything before the dash is unknown. */
export const shownVersion = (version: string | undefined): string =>
  version?.split('-')[0] || 'unknown';
