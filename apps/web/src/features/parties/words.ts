import type { LoanRole, Party } from '@cairn/contract';
import { IconClockX, IconMail, IconMailX, IconUserQuestion, type Icon } from '@tabler/icons-react';
import { formatModified } from '../../format/dates.ts';
import type { Hue } from '../../kit/StatusChip.tsx';

export const ROLE_NAMES: Record<LoanRole, string> = {
  UNDERWRITER_LENDER: 'Underwriter',
  LENDER: 'Lender',
  LEAD_BORROWER: 'Lead borrower',
  BORROWER: 'Borrower',
  PRINCIPAL: 'Principal',
  KEY_CONTACT: 'Key contact',
  OTHER: 'Other contact',
};

export const LENDER_CHOICES = [
  { value: 'LENDER', name: 'Lender', text: 'Works on the loan: its documents, people and status.' },
  {
    value: 'UNDERWRITER_LENDER',
    name: 'Underwriter',
    text: 'Assesses the loan. Somebody from outside sees this loan and no other.',
  },
] as const;
export const BORROWER_CHOICES = [
  { value: 'BORROWER', name: 'Borrower', text: 'Sees what is asked for and sends documents.' },
  {
    value: 'LEAD_BORROWER',
    name: 'Lead borrower',
    text: 'The same, for everybody who borrows: says when all is ready, and can invite others.',
  },
  {
    value: 'PRINCIPAL',
    name: 'Principal',
    text: 'Gives their own information, and sees only what is asked of them.',
  },
] as const;
export const CONTACT_CHOICES = [
  { value: 'KEY_CONTACT', name: 'Key contact', text: 'The one to call about their part of it.' },
  { value: 'OTHER', name: 'Other contact', text: 'Good to have at hand.' },
] as const;

export type Side = 'lenders' | 'borrowers' | 'contacts';

const SIDES: Record<LoanRole, Side> = {
  UNDERWRITER_LENDER: 'lenders',
  LENDER: 'lenders',
  LEAD_BORROWER: 'borrowers',
  BORROWER: 'borrowers',
  PRINCIPAL: 'borrowers',
  KEY_CONTACT: 'contacts',
  OTHER: 'contacts',
};
/** Whoever lends and borrows stands with those who lend. */
export const sideOf = ({ roles }: Pick<Party, 'roles'>): Side => {
  const sides = roles.map(({ role }) => SIDES[role]);
  return (['lenders', 'borrowers', 'contacts'] as const).find((side) => sides.includes(side))!;
};

/** "Accountant of Elena Marsh" for a contact, the roles for everybody else. */
export function partIn({ roles, contact }: Pick<Party, 'roles' | 'contact'>): string {
  const names = roles.map(({ role }) => ROLE_NAMES[role]).join(', ');
  if (!contact) return names;
  const what = contact.subrole?.name ?? names;
  return contact.relatedTo ? `${what} of ${contact.relatedTo.displayName}` : what;
}

interface Chip {
  hue: Hue;
  icon: Icon;
  label: string;
}

/** Nothing for whoever is on the loan already. */
export function invitationChip({ invitation }: Pick<Party, 'invitation'>): Chip | null {
  switch (invitation?.state) {
    case undefined:
      return null;
    case 'NOT_SENT':
      return { hue: 'gray', icon: IconUserQuestion, label: 'Not invited yet' };
    case 'EXPIRED':
      return { hue: 'orange', icon: IconClockX, label: 'Invitation expired' };
    case 'DECLINED':
      return { hue: 'red', icon: IconMailX, label: 'Declined' };
    default:
      return { hue: 'blue', icon: IconMail, label: 'Invited' };
  }
}

export function askedWhen({ invitation }: Pick<Party, 'invitation'>, now: Date): string | null {
  if (!invitation?.sentAt) return null;
  const when = formatModified(invitation.sentAt, now);
  const by = invitation.invitedBy ? ` by ${invitation.invitedBy}` : '';
  return `Asked ${when === 'Just now' ? 'just now' : when}${by}`;
}

/** What somebody loses, said before it is done. */
export function consequence(party: Party, companyName: string): string {
  const { invitation, worksHere, displayName } = party;
  if (invitation?.state === 'NOT_SENT') return 'Nothing was sent to them yet.';
  if (invitation) return 'The link in the mail stops working. You can invite them again any time.';
  if (sideOf(party) === 'lenders' && worksHere) {
    return `${displayName} can no longer change this loan, review its documents or manage its people. Like everybody at ${companyName}, they can still look at it.`;
  }
  if (sideOf(party) === 'lenders') {
    return `${displayName} loses this loan at once, even where it is open on their screen. What they did stays in its history.`;
  }
  return `${displayName} loses this loan at once, even where it is open on their screen: its documents, its requests and its people. What they sent in stays with the loan.`;
}

/** Those who are somebody's contacts, and stay when that person goes. */
export const contactsOf = (party: Party, people: readonly Party[]): string[] =>
  people
    .filter(({ contact }) =>
      party.roles.some(({ loanRoleId }) => loanRoleId === contact?.relatedTo?.loanRoleId),
    )
    .map(({ displayName }) => displayName);
