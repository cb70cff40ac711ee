/** Audit entries about reminders and their settings. */
import { onLoan, pluralize, words, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const whom = (told: SentenceSubject): string => told.whom ?? 'a person';
/** Everyone, if no person is named. */
const to = (told: SentenceSubject): string => (told.whom === null ? '' : ` to ${told.whom}`);
const count = ({ detail }: SentenceSubject): string =>
  pluralize(words(detail['elementIds']).length, 'document');

export const reminderKinds = {
  'digest.sent': {
    title: 'Summary sent',
    says: (told) => `${told.who} sent a summary to ${whom(told)}`,
  },
  'reminder.sent': {
    title: 'Reminder sent',
    says: (told) => `${told.who} reminded ${whom(told)} of ${count(told)}${onLoan(told)}`,
  },
  'reminder.snoozed': {
    title: 'Reminders snoozed',
    says: (told) => {
      const { until } = told.detail;
      return typeof until === 'string'
        ? `${told.who} snoozed reminders to ${whom(told)} until ${until}${onLoan(told)}`
        : `${told.who} ended the snooze of reminders to ${whom(told)}${onLoan(told)}`;
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
    says: (told) => {
      const { dueDays } = told.detail;
      return typeof dueDays === 'number'
        ? `${told.who} made new requests due after ${pluralize(dueDays, 'day')}${onLoan(told)}`
        : `${told.who} removed the number of days until requests are due${onLoan(told)}`;
    },
  },
  'reminders.paused': {
    title: 'Reminders paused',
    says: (told) => `${told.who} paused reminders${to(told)}${onLoan(told)}`,
  },
  'reminders.resumed': {
    title: 'Reminders resumed',
    says: (told) => `${told.who} resumed reminders${to(told)}${onLoan(told)}`,
  },
} satisfies Kinds;
