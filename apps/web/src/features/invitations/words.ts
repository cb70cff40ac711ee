import type { Invitation, LoanRole } from '@cairn/contract';

const LOAN_ROLE_NAMES: Record<LoanRole, string> = {
  UNDERWRITER_LENDER: 'an underwriter',
  LENDER: 'a lender',
  LEAD_BORROWER: 'the lead borrower',
  BORROWER: 'a borrower',
  PRINCIPAL: 'a principal',
  KEY_CONTACT: 'a key contact',
  OTHER: 'a contact',
};

/** What somebody is asked to: "work for Northgate Bank", "take part in Larkspur Bakery LLC as …". */
export function offered({ loan, role, level, company }: Invitation): string {
  if (loan && role) {
    return `take part in the loan “${loan.name}” at ${company.name} as ${LOAN_ROLE_NAMES[role]}`;
  }
  return level === 'OWNER'
    ? `run ${company.name} as an owner`
    : `work for ${company.name} as an employee`;
}

export const asks = (invitation: Invitation): string =>
  `${invitation.invitedBy ?? 'Somebody'} invites you to ${offered(invitation)}.`;

interface Over {
  title: string;
  text: string;
}

/** Why a link does nothing any more, and what to do instead. */
export const OVER: Record<Exclude<Invitation['state'], 'OPEN'>, Over> = {
  NOT_SENT: {
    title: 'Not sent yet',
    text: 'This invitation is still being prepared. Wait for the mail, and open the link in it.',
  },
  ACCEPTED: {
    title: 'Already accepted',
    text: 'This invitation has been used. Log in to go on.',
  },
  DECLINED: {
    title: 'Declined',
    text: 'This invitation was declined. If that was a mistake, ask for a new one.',
  },
  EXPIRED: {
    title: 'The link ran out',
    text: 'Invitations are good for seven days. Ask the person who sent it to send it again.',
  },
  REPLACED: {
    title: 'There is a newer invitation',
    text: 'It was sent again after this one. Please open the link in the newest mail.',
  },
  REMOVED: {
    title: 'Taken back',
    text: 'The people who sent this invitation took it back. Ask them if you think it is a mistake.',
  },
};
