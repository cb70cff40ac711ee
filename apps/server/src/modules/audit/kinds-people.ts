/** Audit entries about accounts and employees. */
import {
  quoteAll,
  possessiveOf,
  onLoan,
  type Kinds,
  type SentenceSubject,
} from './sentence-parts.ts';

const messageTo = ({ whom, detail }: SentenceSubject): string =>
  `${detail['channel'] === 'SMS' ? 'A text' : 'An email'} to ${whom ?? 'an invited person'}`;

export const peopleKinds = {
  'account.closed': {
    title: 'Account closed',
    says: ({ who, whom }) => `${who} closed ${whom ? `${whom}’s` : 'their'} account`,
  },
  'account.created': {
    title: 'Account created',
    says: ({ who }) => `${who} created an account`,
  },
  'account.madeAdministrator': {
    title: 'Administrator created',
    says: ({ whom }) => `${whom ?? 'An account'} became an administrator, by a command`,
  },
  'avatar.deleted': {
    title: 'Picture removed',
    says: ({ who }) => `${who} removed their picture`,
  },
  'avatar.scanned': {
    title: 'Picture checked for viruses',
    says: ({ who }) => `${who} checked a picture for viruses`,
  },
  'avatar.uploaded': {
    title: 'Picture uploaded',
    says: ({ who }) => `${who} uploaded a picture of themselves`,
  },
  'code.asked': {
    title: 'Code requested',
    says: ({ who }) => `${who} requested a code by email`,
  },
  'creditConsent.given': {
    title: 'Credit consent given',
    says: ({ who }) => `${who} agreed to a credit check`,
  },
  'delivery.addressConfirmed': {
    title: 'Address confirmed',
    says: (subject) =>
      `${subject.who} confirmed an address and had its email sent again${onLoan(subject)}`,
  },
  'delivery.bounced': {
    title: 'Email or text not delivered',
    says: (subject) => `${messageTo(subject)} could not be delivered${onLoan(subject)}`,
  },
  'delivery.complained': {
    title: 'Email reported as spam',
    says: (subject) => `${messageTo(subject)} was reported as spam${onLoan(subject)}`,
  },
  'employee.detailsChanged': {
    title: 'Employee’s details changed',
    says: (subject) => `${subject.who} changed ${possessiveOf(subject)} public details`,
  },
  'employee.levelChanged': {
    title: 'Employee’s level changed',
    says: ({ who, whom, detail }) =>
      `${who} made ${whom ?? 'themselves'} ${detail['to'] === 'OWNER' ? 'an owner' : 'an employee'}`,
  },
  'employee.removed': {
    title: 'Employee removed',
    says: ({ who, whom }) => `${who} removed ${whom ?? 'themselves'} from the company`,
  },
  'employee.uploadCodeRenewed': {
    title: 'Upload link renewed',
    says: (subject) => `${subject.who} renewed ${possessiveOf(subject)} secure upload link`,
  },
  'invitation.accepted': {
    title: 'Invitation accepted',
    says: (subject) => `${subject.who} accepted an invitation${onLoan(subject, 'to')}`,
  },
  'invitation.changed': {
    title: 'Invitation changed',
    says: ({ who }) => `${who} changed an invitation`,
  },
  'invitation.declined': {
    title: 'Invitation declined',
    says: (subject) => `${subject.who} declined an invitation${onLoan(subject, 'to')}`,
  },
  'invitation.removed': {
    title: 'Invitation revoked',
    says: ({ who }) => `${who} revoked an invitation`,
  },
  'invitation.sent': {
    title: 'Invitation sent',
    says: (subject) => `${subject.who} sent an invitation${onLoan(subject, 'to')}`,
  },
  'invitation.sentAgain': {
    title: 'Invitation sent again',
    says: (subject) => `${subject.who} sent an invitation again${onLoan(subject, 'to')}`,
  },
  'password.changed': {
    title: 'Password changed',
    says: (subject) => `${subject.who} changed ${possessiveOf(subject)} password`,
  },
  'password.resetStarted': {
    title: 'Password reset started',
    says: (subject) => `${subject.who} started a reset of ${possessiveOf(subject)} password`,
  },
  'person.declined': {
    title: 'Invitation declined by a person',
    says: ({ who }) => `${who} declined an invitation`,
  },
  'person.joined': {
    title: 'Person joined',
    says: ({ who }) => `${who} accepted an invitation`,
  },
  'person.pictured': {
    title: 'Picture published',
    says: ({ who }) => `${who} published a person’s new picture`,
  },
  'person.removed': {
    title: 'Person removed from a company',
    says: ({ who, whom }) => `${who} removed ${whom ?? 'themselves'} from a company`,
  },
  'person.renamed': {
    title: 'Person renamed',
    says: ({ who }) => `${who} changed their name`,
  },
  'phone.verified': {
    title: 'Phone confirmed',
    says: ({ who }) => `${who} confirmed their phone number`,
  },
  'preference.set': {
    title: 'Preference changed',
    says: ({ who }) => `${who} changed a preference`,
  },
  'profile.changed': {
    title: 'Profile changed',
    says: ({ who }) => `${who} changed their profile`,
  },
  'session.defaultChosen': {
    title: 'Default role chosen',
    says: ({ who }) => `${who} chose a default role`,
  },
  'session.ended': {
    title: 'Logged out',
    says: ({ who }) => `${who} logged out`,
  },
  'session.endedElsewhere': {
    title: 'Logged out elsewhere',
    says: ({ who }) => `${who} logged out another browser`,
  },
  'session.entered': {
    title: 'Arrived from another cell',
    says: ({ who }) => `${who} arrived from another cell of this installation`,
  },
  'session.othersEnded': {
    title: 'Logged out everywhere else',
    says: ({ who }) => `${who} logged out all other browsers`,
  },
  'session.refused': {
    title: 'Log-in refused',
    says: ({ whom }) =>
      whom ? `A log-in as ${whom} was refused` : 'A log-in with an unknown address was refused',
  },
  'session.roleChanged': {
    title: 'Role changed',
    says: ({ who }) => `${who} changed to another role`,
  },
  'session.started': {
    title: 'Logged in',
    says: ({ who }) => `${who} logged in`,
  },
  'settings.changed': {
    title: 'Settings changed',
    says: ({ who }) => `${who} changed their settings`,
  },
  'signature.changed': {
    title: 'Email signature changed',
    says: ({ who }) => `${who} changed their email signature`,
  },
  'settings.unsubscribed': {
    title: 'Emails stopped by a link',
    says: ({ whom }) => `A link in an email stopped emails of that kind to ${whom ?? 'a person'}`,
  },
  'settings.loanMuted': {
    title: 'Loan muted',
    says: ({ who }) => `${who} muted the notifications of a loan`,
  },
  'settings.loanUnmuted': {
    title: 'Loan unmuted',
    says: ({ who }) => `${who} unmuted the notifications of a loan`,
  },
  'terms.agreed': {
    title: 'Terms of service agreed to',
    says: ({ who, detail }) =>
      `${who} agreed to version ${String(detail['version'])} of the terms of service`,
  },
  'loanView.changed': {
    title: 'View of the pipeline changed',
    says: ({ who, detail }) => `${who} changed the view ${quoteAll(detail['names'])}`,
  },
  'loanView.deleted': {
    title: 'View of the pipeline deleted',
    says: ({ who, detail }) => `${who} deleted the view ${quoteAll(detail['names'])}`,
  },
  'loanView.saved': {
    title: 'View of the pipeline saved',
    says: ({ who, detail }) => `${who} saved the view ${quoteAll(detail['names'])}`,
  },
} satisfies Kinds;
