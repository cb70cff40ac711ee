/** Factories for files in a shoebox. */
import { newId } from '@cairn/server/platform/ids';
import type { Account, Company, Loan } from './shapes.ts';
import type { RowWriter } from './row-writer.ts';

export interface WaitingFile {
  companyId: string;
  id: string;
  documentId: string;
  title: string;
}

interface Over {
  title: string;
  /** The sender; by default the uploader. */
  from: Account;
  state: 'CLEAN' | 'PENDING' | 'INFECTED';
  seen: boolean;
  trashedBy: Account;
  objectKey: string;
  size: number;
  at: Date;
  id: string;
}

export function shoeboxFactory(rows: RowWriter) {
  async function makeWaiting(
    companyId: string,
    loanId: string | null,
    by: Account,
    over: Partial<Over>,
  ): Promise<WaitingFile> {
    const id = over.id ?? newId();
    const documentId = newId();
    const title = over.title ?? `file ${(rows.count += 1)}.pdf`;
    const state = over.state ?? 'CLEAN';
    const at = (over.at ?? new Date()).toISOString();
    await rows.insert('document', {
      company_id: companyId,
      id: documentId,
      loan_id: loanId,
      name: title,
      provider: 'S3',
      object_key: over.objectKey ?? `given/${documentId}`,
      vault_key: state === 'CLEAN' ? (over.objectKey ?? `given/${documentId}`) : null,
      size: over.size ?? 1000,
      sha256: state === 'CLEAN' ? Buffer.alloc(32) : null,
      virus_scan_state: state,
      created_by: by.id,
      created_at: at,
      modified_at: at,
      private_to: loanId === null ? by.id : null,
    });
    await rows.insert('shoebox_item', {
      company_id: companyId,
      id,
      loan_id: loanId,
      document_id: documentId,
      shoebox_type: loanId === null ? 'PERSONAL' : 'LOAN',
      title,
      user_id: (over.from ?? by).id,
      shoebox_owner_id: loanId === null ? by.id : null,
      uploaded_by: by.id,
      new_file: !(over.seen ?? false),
      created_at: at,
      modified_at: at,
      ...(over.trashedBy && { deleted_at: at, deleted_by: over.trashedBy.id }),
    });
    return { companyId, id, documentId, title };
  }

  const factory = {
    /** A file in the shoebox of a loan. */
    shoeboxItem(loan: Loan, by: Account, over: Partial<Over> = {}): Promise<WaitingFile> {
      return makeWaiting(loan.companyId, loan.id, by, over);
    },

    /** A file in an employee's own shoebox. */
    ownShoeboxItem(
      company: Company,
      owner: Account,
      over: Partial<Over> = {},
    ): Promise<WaitingFile> {
      return makeWaiting(company.id, null, owner, over);
    },
  };
  return factory;
}
