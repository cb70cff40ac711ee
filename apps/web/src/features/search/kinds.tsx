import type { Found, FoundKind } from '@cairn/contract';
import { ENTITY_KINDS } from '@cairn/contract/entity-fields';
import { IconFileText, IconMessage } from '@tabler/icons-react';
import { closesWhen, formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { KindTile } from '../entities/kinds.tsx';
import { ROLE_NAMES } from '../loan-members/memberText.ts';

export const KIND_NAMES: Record<FoundKind, string> = {
  LOAN: 'Loans',
  PERSON: 'People',
  ENTITY: 'Entities',
  DOCUMENT: 'Requests',
  MESSAGE: 'Messages',
  TEXT: 'Text in documents',
};

/** Decorative: the title and the line below it say the same. */
export function Picture({ found }: { found: Found }) {
  switch (found.kind) {
    case 'LOAN':
      return <LoanTile name={found.title} color={found.color} size={32} />;
    case 'PERSON': {
      const [givenName = '', ...rest] = found.title.split(' ');
      const familyName = rest.join(' ') || null;
      const { id, emailAddress } = found;
      return <Avatar person={{ id, givenName, familyName, emailAddress }} size={32} />;
    }
    case 'ENTITY':
      return <KindTile kind={found.entityKind} />;
    case 'MESSAGE':
      return <IconMessage size={20} stroke={1.6} aria-hidden />;
    case 'TEXT':
      return <FileKind name={found.fileName} />;
    default:
      return found.fileName === null ? (
        <IconFileText size={20} stroke={1.6} aria-hidden />
      ) : (
        <FileKind name={found.fileName} />
      );
  }
}

const listed = (...parts: (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ');

/** The line below the title. */
export function noteOf(found: Found, now: Date): string {
  switch (found.kind) {
    case 'LOAN': {
      const closes = found.closeDate && closesWhen(found.closeDate, now);
      return listed(found.shortCode.toUpperCase(), found.phaseName, closes);
    }
    case 'PERSON':
      return listed(ROLE_NAMES[found.role], found.loanName, found.emailAddress);
    case 'ENTITY':
      return listed(ENTITY_KINDS[found.entityKind], found.loanName);
    case 'DOCUMENT':
      return listed(found.loanName, found.fileName && withoutExtension(found.fileName));
    case 'MESSAGE':
      return listed(found.authorName, found.loanName, formatModified(found.sentDate, now));
    default: {
      const pages = found.pageCount === null ? '' : ` of ${found.pageCount}`;
      const many = found.pagesFound === 1 ? 'On 1 page' : `On ${found.pagesFound} pages`;
      return listed(
        found.loanName,
        found.elementId === null && 'In the shoebox',
        `${many}${pages}`,
      );
    }
  }
}
