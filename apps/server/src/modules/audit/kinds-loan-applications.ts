/** What happens to applications, from the first word to the lender's answer. */
import { onLoan, type Kinds, type SentenceSubject } from './sentence-parts.ts';

const application = ({ loan }: SentenceSubject): string =>
  loan ? `the application ${loan}` : 'an application';
const referralText = ({ whom }: SentenceSubject): string =>
  whom ? ` and referred it to ${whom}` : '';

export const applicationKinds = {
  'application.accepted': {
    title: 'Application accepted',
    says: (told) => `${told.who} accepted ${application(told)}${referralText(told)}`,
  },
  'application.changed': {
    title: 'Application changed',
    says: (told) => `${told.who} changed what ${application(told)} asks for`,
  },
  'application.created': {
    title: 'Application begun',
    says: (told) =>
      told.detail['forAnother'] === true
        ? `${told.who} started ${application(told)} for another person`
        : `${told.who} began ${application(told)}`,
  },
  'application.ownInfoSubmitted': {
    title: 'Own information said to be complete',
    says: (told) => `${told.who} said that their own information is complete${onLoan(told)}`,
  },
  'application.rejected': {
    title: 'Application declined',
    says: (told) => `${told.who} did not accept ${application(told)}`,
  },
  'application.reviewStarted': {
    title: 'Application taken into review',
    says: (told) => `${told.who} began to review ${application(told)}`,
  },
  'application.submitted': {
    title: 'Application sent in',
    says: (told) => `${told.who} sent in ${application(told)}`,
  },
  'application.withdrawn': {
    title: 'Application withdrawn',
    says: (told) => `${told.who} withdrew ${application(told)}`,
  },
  'entity.linked': {
    title: 'Individual linked to a user',
    says: (told) => `${told.entity ?? 'An individual'} signs in from now on${onLoan(told)}`,
  },
} satisfies Kinds;
