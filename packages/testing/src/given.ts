/**
 * Data for tests and for the demo, made by overriding defaults: given.loan({ phase }). It is written
 * by the owner's connection, past row security, as nothing in the product can.
 */
import { randomBytes } from 'node:crypto';
import type { LoanRole, LoanType, PhaseCategory, RoleLevel } from '@cairn/contract';
import { hashPassword, hashToken } from '@cairn/server/platform/crypto';
import { newId } from '@cairn/server/platform/ids';
import type pg from 'pg';

export interface Company {
  id: string;
  name: string;
}
export interface Account {
  id: string;
  emailAddress: string;
  givenName: string;
  familyName: string;
}
export interface Phase {
  companyId: string;
  id: string;
  name: string;
  category: PhaseCategory;
}
export interface Loan {
  companyId: string;
  id: string;
  name: string;
}
export interface Element {
  companyId: string;
  loanId: string;
  id: string;
  title: string;
}

type Row = Record<string, unknown>;

export class Given {
  private readonly client: pg.Client | pg.Pool;
  private count = 0;

  constructor(client: pg.Client | pg.Pool) {
    this.client = client;
  }

  private async insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    await this.client.query(
      `insert into cairn.${table} (${columns.join()}) values (${columns.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row),
    );
  }

  async company(over: { name?: string } = {}): Promise<Company> {
    const company = { id: newId(), name: `Lender ${(this.count += 1)}`, ...over };
    await this.insert('company', company);
    return company;
  }

  async account(
    over: Partial<Account> & { password?: string; platformAdmin?: boolean } = {},
  ): Promise<Account> {
    const { password, platformAdmin = false, ...fields } = over;
    const number = (this.count += 1);
    const account = {
      id: newId(),
      emailAddress: `person${number}-${randomBytes(4).toString('hex')}@example.com`,
      givenName: `Given${number}`,
      familyName: `Family${number}`,
      ...fields,
    };
    await this.insert('account', {
      id: account.id,
      email_address: account.emailAddress,
      given_name: account.givenName,
      family_name: account.familyName,
      is_platform_admin: platformAdmin,
    });
    if (password !== undefined) {
      await this.insert('credential', {
        account_id: account.id,
        password_hash: await hashPassword(password),
      });
    }
    return account;
  }

  async person(company: Company, account: Account): Promise<void> {
    await this.client.query(
      `insert into cairn.person (company_id, account_id, given_name, family_name, email_address)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [company.id, account.id, account.givenName, account.familyName, account.emailAddress],
    );
  }

  async employee(
    company: Company,
    over: Parameters<Given['account']>[0] & { level?: 'OWNER' | 'EMPLOYEE' } = {},
  ): Promise<Account> {
    const { level = 'EMPLOYEE', ...fields } = over;
    const account = await this.account(fields);
    await this.person(company, account);
    await this.insert('employee', { company_id: company.id, account_id: account.id, level });
    return account;
  }

  /** A session as if the person had logged in: the cookie's value. */
  async session(
    account: Account,
    as: { roleLevel: RoleLevel; company?: Company },
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.insert('session', {
      token_hash: hashToken(token),
      account_id: account.id,
      company_id: as.company?.id ?? null,
      role_level: as.roleLevel,
      stamp: newId(),
      ends_at: new Date(Date.now() + 12 * 3600_000).toISOString(),
    });
    return token;
  }

  async phase(
    company: Company,
    over: { name?: string; category?: PhaseCategory; displayOrder?: number } = {},
  ): Promise<Phase> {
    const { name = 'Underwriting', category = 'ORIGINATION', displayOrder = 1 } = over;
    const phase = { companyId: company.id, id: newId(), name, category };
    await this.insert('phase', {
      company_id: company.id,
      id: phase.id,
      name,
      category,
      display_order: displayOrder,
    });
    return phase;
  }

  async loan(
    phase: Phase,
    over: Partial<{
      name: string;
      shortCode: string;
      loanType: LoanType;
      loanPurpose: string | null;
      amount: number | null;
      color: string;
      closeDate: string | null;
      phaseEnteredAt: string;
    }> = {},
  ): Promise<Loan> {
    const id = newId();
    const name = over.name ?? `Loan ${(this.count += 1)}`;
    await this.insert('loan', {
      company_id: phase.companyId,
      id,
      name,
      short_code: over.shortCode ?? id.slice(-12),
      loan_type: over.loanType ?? 'SBA_7A',
      loan_purpose: over.loanPurpose ?? null,
      amount: over.amount === undefined ? 250_000 : over.amount,
      color: over.color ?? '#FAC014',
      phase_id: phase.id,
      phase_category: phase.category,
      close_date: over.closeDate ?? null,
      phase_entered_at: over.phaseEnteredAt ?? new Date().toISOString(),
    });
    return { companyId: phase.companyId, id, name };
  }

  async role(loan: Loan, account: Account, role: LoanRole): Promise<string> {
    await this.person({ id: loan.companyId, name: '' }, account);
    const id = newId();
    await this.insert('loan_role', {
      company_id: loan.companyId,
      id,
      loan_id: loan.id,
      account_id: account.id,
      role,
    });
    return id;
  }

  async element(
    loan: Loan,
    over: Partial<{
      title: string;
      description: string | null;
      parent: Element;
      storageType: 'FILE' | 'FOLDER';
      priorityType: string;
      flags: string[];
      assignedTo: Account;
      displayOrder: number;
      approvedBy: Account;
      rejectedBy: Account;
      answer: { documentId: string; by: Account };
    }> = {},
  ): Promise<Element> {
    const element = {
      companyId: loan.companyId,
      loanId: loan.id,
      id: newId(),
      title: over.title ?? `Document ${(this.count += 1)}`,
    };
    await this.insert('element', {
      company_id: loan.companyId,
      id: element.id,
      loan_id: loan.id,
      parent_id: over.parent?.id ?? null,
      title: element.title,
      description: over.description ?? null,
      storage_type: over.storageType ?? 'FILE',
      priority_type: over.priorityType ?? 'MEDIUM',
      flags: over.flags ?? [],
      display_order: over.displayOrder ?? 1000,
      assigned_to: over.assignedTo?.id ?? null,
      answer_document_id: over.answer?.documentId ?? null,
      answered_at: over.answer ? new Date().toISOString() : null,
      answered_by: over.answer?.by.id ?? null,
      approved_by: over.approvedBy?.id ?? null,
      rejected_by: over.rejectedBy?.id ?? null,
    });
    return element;
  }

  /** A row only; `objectKey` names stored bytes where a test needs them. */
  async document(
    loan: Loan,
    by: Account,
    over: Partial<{
      name: string;
      state: string;
      objectKey: string;
      size: number;
      createdAt: string;
    }> = {},
  ): Promise<{ id: string; name: string }> {
    const id = newId();
    const name = over.name ?? `file ${(this.count += 1)}.pdf`;
    const state = over.state ?? 'CLEAN';
    await this.insert('document', {
      company_id: loan.companyId,
      id,
      loan_id: loan.id,
      name,
      provider: 'S3',
      object_key: over.objectKey ?? `given/${id}`,
      size: over.size ?? 1000,
      sha256: state === 'CLEAN' ? Buffer.alloc(32) : null,
      virus_scan_state: state,
      created_by: by.id,
      created_at: over.createdAt ?? new Date().toISOString(),
      modified_at: over.createdAt ?? new Date().toISOString(),
    });
    return { id, name };
  }
}
