import type { Invitation, LoanRole } from '@cairn/contract';

const LOAN_ROLE_NAMES: Record<LoanRole, string> = {
  UNDERWRITER_LENDER: 'an underwriter',
  LENDER: 'a lender',
  LEAD_BORROWER: 'the lead borrower',
  BORROWER: 'a borrower',
  PRINCIPAL: 'an owner or guarantor',
  KEY_CONTACT: 'a key contact',
  OTHER: 'a contact',
};

/** What each role is invited to do. */
const HELPS: Record<LoanRole, string> = {
  UNDERWRITER_LENDER: 'work on',
  LENDER: 'work on',
  LEAD_BORROWER: 'upload documents for',
  BORROWER: 'upload documents for',
  PRINCIPAL: 'upload documents for',
  KEY_CONTACT: 'help with',
  OTHER: 'help with',
};

/** The end of the sentence "Dana has invited you to …". */
function offerWords({ loan, role, level, company }: Invitation): string {
  if (loan && role) {
    return `${HELPS[role]} the loan “${loan.name}” at ${company.name} as ${LOAN_ROLE_NAMES[role]}`;
  }
  return level === 'OWNER'
    ? `run ${company.name} as an owner`
    : `work for ${company.name} as an employee`;
}

export const invitationSentence = (invitation: Invitation): string =>
  `${invitation.invitedBy ?? 'Someone'} has invited you to ${offerWords(invitation)}.`;

interface Over {
  title: string;
  text: string;
}

/** Why a link no longer works, and what to do instead. */
export const OVER: Record<Exclude<Invitation['state'], 'OPEN'>, Over> = {
  NOT_SENT: {
    title: 'Not sent yet',
    text: 'This invitation is still being prepared. Open the link in the email when you get it.',
  },
  ACCEPTED: {
    title: 'Already accepted',
    text: 'This invitation has been used. Log in to continue.',
  },
  DECLINED: {
    title: 'Declined',
    text: 'This invitation was declined. If that was a mistake, ask for a new one.',
  },
  EXPIRED: {
    title: 'This link has expired',
    text: 'Invitations expire after seven days. Ask the person who sent it for a new one.',
  },
  REPLACED: {
    title: 'There is a newer invitation',
    text: 'If you got more than one of these emails, use the newest.',
  },
  REMOVED: {
    title: 'Invitation revoked',
    text: 'The sender revoked this invitation. Contact them if you think it’s a mistake.',
  },
};
