/** Audit entries about loan applications, from the start to the lender's decision. */
import { onLoan, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const application = ({ loan }: SentenceSubject): string =>
  loan ? `the application ${loan}` : 'an application';
const referralText = ({ whom }: SentenceSubject): string =>
  whom ? ` and assigned it to ${whom}` : '';

export const applicationKinds = {
  'application.accepted': {
    title: 'Application accepted',
    says: (told) => `${told.who} accepted ${application(told)}${referralText(told)}`,
  },
  'application.changed': {
    title: 'Application changed',
    says: (told) => `${told.who} changed the loan request of ${application(told)}`,
  },
  'application.created': {
    title: 'Application started',
    says: (told) =>
      told.detail['forAnother'] === true
        ? `${told.who} started ${application(told)} for another person`
        : `${told.who} started ${application(told)}`,
  },
  'application.ownInfoSubmitted': {
    title: 'Own information confirmed',
    says: (told) => `${told.who} confirmed that their own information is complete${onLoan(told)}`,
  },
  'application.rejected': {
    title: 'Application declined',
    says: (told) => `${told.who} declined ${application(told)}`,
  },
  'application.reviewStarted': {
    title: 'Application review started',
    says: (told) => `${told.who} started the review of ${application(told)}`,
  },
  'application.submitted': {
    title: 'Application submitted',
    says: (told) => `${told.who} submitted ${application(told)}`,
  },
  'application.withdrawn': {
    title: 'Application withdrawn',
    says: (told) => `${told.who} withdrew ${application(told)}`,
  },
  'entity.linked': {
    title: 'Individual linked to a user',
    says: (told) => `${told.entity ?? 'An individual'} was linked to a user account${onLoan(told)}`,
  },
} satisfies Kinds;
