/** Receipts: proof for the sender of a file. */
import type { Element, Receipt } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { receiptNumber } from '../../platform/receipt-number.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { presentPerson } from './present.ts';
import { elementNow } from './read-elements.ts';
import { packageSeenBy } from './store.ts';
import { findOwnAddress, findSentDocument } from './receipts-store.ts';

interface AnsweredRequest {
  readonly loanPackage: { readonly company_id: string; readonly id: string };
  readonly element: Element;
}

/** An answered element that the caller sees, of this loan only. */
export async function answeredElement(
  reads: Queries,
  actor: Actor,
  { id, elementId }: { id: string; elementId: string },
) {
  const loanPackage = await packageSeenBy(reads, actor, id).catch(() => {
    throw new ApiError('NOT_FOUND');
  });
  const packages = new Map([[loanPackage.id, loanPackage]]);
  const { element, rows } = await elementNow(reads, actor, elementId, packages);
  if (rows[0]!.loan_id !== loanPackage.id) throw new ApiError('NOT_FOUND');
  return { loanPackage, element };
}

export const receiptSeenBy = async (
  reads: Queries,
  actor: Actor,
  params: { id: string; elementId: string },
): Promise<Receipt> => findReceipt(reads, await answeredElement(reads, actor, params));

/** A draft has no receipt: the lender has not received it. */
function sentAnswer({ element: { answer } }: AnsweredRequest) {
  if (!answer?.document || answer.inProgress) throw new ApiError('NO_ANSWER');
  return { document: answer.document, answeredDate: answer.answeredDate };
}

/** The caller sees the element and so its answer; a shared one may belong to a loan that they do not see. */
async function findReceipt(reads: Queries, request: AnsweredRequest): Promise<Receipt> {
  const { element, loanPackage } = request;
  const { document, answeredDate } = sentAnswer(request);
  const row = await findSentDocument(reads, loanPackage.company_id, document.id, answeredDate);
  if (!row) throw new ApiError('NOT_FOUND');
  return {
    number: receiptNumber({
      shortCode: row.short_code,
      documentId: document.id,
      version: row.version,
    }),
    documentId: document.id,
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
    sentDate: row.sent_at,
    sentByUser: presentPerson(
      row.sender_id,
      row.sender_given_name,
      row.sender_family_name,
      row.sender_email_address,
    ),
  };
}

/** Emails the receipt to the caller's own address, which the worker looks up when it sends. */
export async function emailReceipt(
  tx: Tx,
  { accountId }: Actor,
  request: AnsweredRequest,
): Promise<{ emailAddress: string }> {
  const { company_id: companyId, id: loanId } = request.loanPackage;
  const { id: documentId } = sentAnswer(request).document;
  const { elementId } = request.element;
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
