/** What happens to applications, from the first word to the lender's answer. */
import { onLoan, type Kinds, type Told } from './telling.ts';

const application = ({ loan }: Told): string =>
  loan ? `the application ${loan}` : 'an application';
const referred = ({ whom }: Told): string => (whom ? ` and referred it to ${whom}` : '');

export const applicationKinds: Kinds = {
  'application.accepted': {
    title: 'Application accepted',
    says: (told) => `${told.who} accepted ${application(told)}${referred(told)}`,
  },
  'application.changed': {
    title: 'Application changed',
    says: (told) => `${told.who} changed what ${application(told)} asks for`,
  },
  'application.created': {
    title: 'Application begun',
    says: (told) =>
      told.detail['forAnother'] === true
        ? `${told.who} began ${application(told)} for somebody else`
        : `${told.who} began ${application(told)}`,
  },
  'application.ownInfoSubmitted': {
    title: 'Own information said to be complete',
    says: (told) => `${told.who} said that their own information is complete${onLoan(told)}`,
  },
  'application.rejected': {
    title: 'Application not accepted',
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
  'entity.linked': {
    title: 'Individual became somebody’s own',
    says: (told) => `${told.entity ?? 'An individual'} signs in from now on${onLoan(told)}`,
  },
};
