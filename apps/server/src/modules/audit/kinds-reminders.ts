/** Audit entries about reminders and their settings. */
import { onLoan, pluralize, words, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const whom = (subject: SentenceSubject): string => subject.whom ?? 'a person';
/** Everyone, if no person is named. */
const to = (subject: SentenceSubject): string =>
  subject.whom === null ? '' : ` to ${subject.whom}`;
const count = ({ detail }: SentenceSubject): string =>
  pluralize(words(detail['elementIds']).length, 'document');

export const reminderKinds = {
  'digest.sent': {
    title: 'Summary sent',
    says: (subject) => `${subject.who} sent a summary to ${whom(subject)}`,
  },
  'reminder.sent': {
    title: 'Reminder sent',
    says: (subject) =>
      `${subject.who} reminded ${whom(subject)} of ${count(subject)}${onLoan(subject)}`,
  },
  'reminder.snoozed': {
    title: 'Reminders snoozed',
    says: (subject) => {
      const { until } = subject.detail;
      return typeof until === 'string'
        ? `${subject.who} snoozed reminders to ${whom(subject)} until ${until}${onLoan(subject)}`
        : `${subject.who} ended the snooze of reminders to ${whom(subject)}${onLoan(subject)}`;
    },
  },
  'reminders.changed': {
    title: 'Reminder settings changed',
    says: ({ who, detail }) => {
      if (detail['enabled'] === true) return `${who} turned reminders on`;
      if (detail['enabled'] === false) return `${who} turned reminders off`;
      return `${who} changed when reminders go out`;
    },
  },
  'reminders.dueDaysChanged': {
    title: 'Days until requests are due changed',
    says: (subject) => {
      const { dueDays } = subject.detail;
      return typeof dueDays === 'number'
        ? `${subject.who} made new requests due after ${pluralize(dueDays, 'day')}${onLoan(subject)}`
        : `${subject.who} removed the number of days until requests are due${onLoan(subject)}`;
    },
  },
  'reminders.paused': {
    title: 'Reminders paused',
    says: (subject) => `${subject.who} paused reminders${to(subject)}${onLoan(subject)}`,
  },
  'reminders.resumed': {
    title: 'Reminders resumed',
    says: (subject) => `${subject.who} resumed reminders${to(subject)}${onLoan(subject)}`,
  },
} satisfies Kinds;
