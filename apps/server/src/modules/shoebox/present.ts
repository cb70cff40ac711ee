import type { ShoeboxItem, ShoeboxSuggestion } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { isBlocked, presentJoinedDocument } from '../documents/index.ts';
import { itemPolicy, type StandingItem } from './policy.ts';
import type { ItemRow, LoanOfItem } from './store.ts';

interface Around {
  actor: Actor;
  loans: ReadonlyMap<string, LoanOfItem>;
  suggestions?: ReadonlyMap<string, Suggested>;
}

/** The request that a file seems to answer, and alternatives. */
export interface Suggested {
  suggestion: ShoeboxSuggestion | null;
  possible: ShoeboxSuggestion[];
}

export const itemStanding = (
  row: ItemRow,
  loans: ReadonlyMap<string, LoanOfItem>,
): StandingItem => ({
  ...row,
  standing: (row.loan_id !== null && loans.get(row.loan_id)) || null,
});

export function presentItem(row: ItemRow, around: Around): ShoeboxItem {
  const loan = row.loan_id === null ? undefined : around.loans.get(row.loan_id);
  return {
    id: row.id,
    loanId: row.loan_id,
    documentId: row.document_id,
    title: row.title,
    userId: row.user_id,
    shoeboxType: row.shoebox_type,
    shoeboxOwnerId: row.shoebox_owner_id,
    uploadedById: row.uploaded_by,
    newFile: row.new_file,
    documentType: row.document_type,
    sherpaEntityId: row.sherpa_entity_id,
    whenDeleted: row.deleted_at,
    loanRole: presentLoanRole(row),
    anonymousSender:
      row.anonymous_email === null ? null : { emailAddress: row.anonymous_email, note: row.note },
    document: presentJoinedDocument(row)!,
    loan: loan
      ? { id: loan.id, name: loan.name, shortCode: loan.short_code, color: loan.color }
      : null,
    createdDate: row.created_at,
    suggestion: around.suggestions?.get(row.id)?.suggestion ?? null,
    possible: around.suggestions?.get(row.id)?.possible ?? [],
    abilities: abilitiesOn(itemStanding(row, around.loans), around.actor),
  };
}

function abilitiesOn(item: StandingItem, actor: Actor): ShoeboxItem['abilities'] {
  const live = item.deleted_at === null;
  return {
    file: live && !isBlocked(item) && itemPolicy.handle(actor, item),
    edit: live && itemPolicy.handle(actor, item),
    trash: itemPolicy.trash(actor, item),
    remove: !live && itemPolicy.remove(actor, item),
  };
}

/** Null for the operator, who is on no loan and so has no role to show. */
function presentLoanRole(row: ItemRow): ShoeboxItem['loanRole'] {
  if (row.loan_id === null || row.sender_email_address === null) return null;
  return {
    loanId: row.loan_id,
    user: {
      id: row.user_id,
      givenName: row.sender_given_name,
      familyName: row.sender_family_name,
      emailAddress: row.sender_email_address,
    },
  };
}
