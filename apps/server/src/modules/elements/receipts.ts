/** Receipts: proof for the sender of a file. */
import type { Element, Receipt } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { receiptNumber } from '../../platform/receipt-number.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { findOwnAddress, findSentDocument } from './receipts-store.ts';

interface Answered {
  readonly loanPackage: { readonly company_id: string; readonly id: string };
  readonly element: Element;
}

function documentOf({ element }: Answered) {
  const document = element.answer?.document;
  if (!document) throw new ApiError('NO_ANSWER');
  return document;
}

/** The caller sees the element, and so its answer; a shared one may be of a loan that they do not see. */
export async function findReceipt(reads: Queries, answered: Answered): Promise<Receipt> {
  const { element, loanPackage } = answered;
  const document = documentOf(answered);
  const row = await findSentDocument(reads, loanPackage.company_id, document.id);
  if (!row) throw new ApiError('NOT_FOUND');
  return {
    number: receiptNumber(row.short_code, document.id),
    requestTitle: element.title,
    companyName: row.company_name,
    officerName: row.officer_name,
    loanName: row.loan_name,
    fileName: document.name,
    size: row.size,
    pages: row.page_count,
    sha256: row.virus_scan_state === 'CLEAN' ? row.sha256!.toString('hex') : null,
    virusScanState: row.virus_scan_state,
    scanReason: row.scan_reason,
    approved: element.approved,
    sentDate: element.answer!.answeredDate,
    sentByUser: document.createdByUser,
  };
}

/** To the caller's own address and no other: the worker looks it up when it writes. */
export async function emailReceipt(
  tx: Tx,
  { accountId }: Actor,
  answered: Answered,
): Promise<{ emailAddress: string }> {
  const { company_id: companyId, id: loanId } = answered.loanPackage;
  const { id: documentId } = documentOf(answered);
  const { elementId } = answered.element;
  const emailAddress = await findOwnAddress(tx, accountId);
  recordEvent(tx, {
    kind: 'answer.receiptEmailed',
    companyId,
    loanId,
    actorId: accountId,
    accountId,
    changes: [],
    detail: { elementId, documentId },
    starts: {
      workflow: 'sendMail',
      input: { mail: 'receipt', companyId, accountId, elementId, documentId },
    },
  });
  return { emailAddress };
}
