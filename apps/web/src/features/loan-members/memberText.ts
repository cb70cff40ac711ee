import type { LoanRole, Party } from '@cairn/contract';
import { IconClockX, IconMail, IconMailX, IconUserQuestion } from '@tabler/icons-react';
import { formatModified, inSentence } from '../../lib/format/dates.ts';
import type { StatusChipProps } from '../../ui/StatusChip.tsx';

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
    text: 'Underwrites the loan. Someone outside the company sees only this loan.',
  },
] as const;
export const BORROWER_CHOICES = [
  { value: 'BORROWER', name: 'Borrower', text: 'Sees requests and sends documents.' },
  {
    value: 'LEAD_BORROWER',
    name: 'Lead borrower',
    text: 'Also marks the package ready for review and can invite others.',
  },
  {
    value: 'PRINCIPAL',
    name: 'Principal',
    text: 'Provides their own information and sees only their own requests.',
  },
] as const;
export const CONTACT_CHOICES = [
  { value: 'KEY_CONTACT', name: 'Key contact', text: 'The main contact for their area.' },
  { value: 'OTHER', name: 'Other contact', text: 'For reference.' },
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
/** A member who is both a lender and a borrower is listed with the lenders. */
export const sideOf = ({ roles }: Pick<Party, 'roles'>): Side => {
  const sides = roles.map(({ role }) => SIDES[role]);
  return (['lenders', 'borrowers', 'contacts'] as const).find((side) => sides.includes(side))!;
};

/** "Accountant of Elena Marsh" for a contact, the roles for all other members. */
export function partIn({ roles, contact }: Pick<Party, 'roles' | 'contact'>): string {
  const names = roles.map(({ role }) => ROLE_NAMES[role]).join(', ');
  if (!contact) return names;
  const what = contact.subrole?.name ?? names;
  return contact.relatedTo ? `${what} of ${contact.relatedTo.displayName}` : what;
}

/** Null for a person who is already a member. */
export function invitationChip({ invitation }: Pick<Party, 'invitation'>): StatusChipProps | null {
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
  return `Invited ${inSentence(when)}${by}`;
}

/** The consequence of removing the member, shown before confirmation. */
export function consequence(party: Party, companyName: string): string {
  const { invitation, worksHere, displayName } = party;
  if (invitation?.state === 'NOT_SENT') return 'No invitation has been sent.';
  if (invitation) return 'The link in the email stops working. You can invite them again anytime.';
  if (sideOf(party) === 'lenders' && worksHere) {
    return `${displayName} can no longer change this loan, review its documents or manage its people. Like everyone at ${companyName}, they can still view it.`;
  }
  if (sideOf(party) === 'lenders') {
    return `${displayName} loses access to this loan immediately. Their activity stays in its history.`;
  }
  return `${displayName} loses access to this loan immediately, including its documents, requests and people. What they sent stays with the loan.`;
}

/** The member's contacts, who stay on the loan when the member leaves. */
export const contactsOf = (party: Party, people: readonly Party[]): string[] =>
  people
    .filter(({ contact }) =>
      party.roles.some(({ loanRoleId }) => loanRoleId === contact?.relatedTo?.loanRoleId),
    )
    .map(({ displayName }) => displayName);
