/** Audit entries about loan applications, from the start to the lender's decision. */
import { onLoan, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const application = ({ loan }: SentenceSubject): string =>
  loan ? `the application ${loan}` : 'an application';
const referralText = ({ whom }: SentenceSubject): string =>
  whom ? ` and assigned it to ${whom}` : '';

export const applicationKinds = {
  'application.accepted': {
    title: 'Application accepted',
    says: (subject) => `${subject.who} accepted ${application(subject)}${referralText(subject)}`,
  },
  'application.changed': {
    title: 'Application changed',
    says: (subject) => `${subject.who} changed the loan request of ${application(subject)}`,
  },
  'application.created': {
    title: 'Application started',
    says: (subject) =>
      subject.detail['forAnother'] === true
        ? `${subject.who} started ${application(subject)} for another person`
        : `${subject.who} started ${application(subject)}`,
  },
  'application.ownInfoSubmitted': {
    title: 'Own information confirmed',
    says: (subject) =>
      `${subject.who} confirmed that their own information is complete${onLoan(subject)}`,
  },
  'application.rejected': {
    title: 'Application declined',
    says: (subject) => `${subject.who} declined ${application(subject)}`,
  },
  'application.reviewStarted': {
    title: 'Application review started',
    says: (subject) => `${subject.who} started the review of ${application(subject)}`,
  },
  'application.submitted': {
    title: 'Application submitted',
    says: (subject) => `${subject.who} submitted ${application(subject)}`,
  },
  'application.withdrawn': {
    title: 'Application withdrawn',
    says: (subject) => `${subject.who} withdrew ${application(subject)}`,
  },
  'entity.linked': {
    title: 'Individual linked to a user',
    says: (subject) =>
      `${subject.entity ?? 'An individual'} was linked to a user account${onLoan(subject)}`,
  },
} satisfies Kinds;
