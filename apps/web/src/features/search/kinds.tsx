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
export function Picture({ result }: { result: Found }) {
  switch (result.kind) {
    case 'LOAN':
      return <LoanTile name={result.title} color={result.color} size={32} />;
    case 'PERSON': {
      const [givenName = '', ...rest] = result.title.split(' ');
      const familyName = rest.join(' ') || null;
      const { id, emailAddress } = result;
      return <Avatar person={{ id, givenName, familyName, emailAddress }} size={32} />;
    }
    case 'ENTITY':
      return <KindTile kind={result.entityKind} />;
    case 'MESSAGE':
      return <IconMessage size={20} stroke={1.6} aria-hidden />;
    case 'TEXT':
      return <FileKind name={result.fileName} />;
    default:
      return result.fileName === null ? (
        <IconFileText size={20} stroke={1.6} aria-hidden />
      ) : (
        <FileKind name={result.fileName} />
      );
  }
}

const joinParts = (...parts: (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ');

/** The line below the title. */
export function noteOf(result: Found, now: Date): string {
  switch (result.kind) {
    case 'LOAN': {
      const closes = result.closeDate && closesWhen(result.closeDate, now);
      return joinParts(result.shortCode.toUpperCase(), result.phaseName, closes);
    }
    case 'PERSON':
      return joinParts(ROLE_NAMES[result.role], result.loanName, result.emailAddress);
    case 'ENTITY':
      return joinParts(ENTITY_KINDS[result.entityKind], result.loanName);
    case 'DOCUMENT':
      return joinParts(result.loanName, result.fileName && withoutExtension(result.fileName));
    case 'MESSAGE':
      return joinParts(result.authorName, result.loanName, formatModified(result.sentDate, now));
    default: {
      const pages = result.pageCount === null ? '' : ` of ${result.pageCount}`;
      const many = result.pagesFound === 1 ? 'On 1 page' : `On ${result.pagesFound} pages`;
      return joinParts(
        result.loanName,
        result.elementId === null && 'In the shoebox',
        `${many}${pages}`,
      );
    }
  }
}
