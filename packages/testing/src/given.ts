/**
 * Data for tests and for the demo, made by overriding defaults: given.loan({ phase }). It is written
 * by the owner's connection, past row security, as nothing in the product can.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { LoanRole, LoanType, PhaseCategory, RoleLevel } from '@cairn/contract';
import { hashPassword, hashToken } from '@cairn/server/platform/crypto';
import { newId } from '@cairn/server/platform/ids';
import { packageOf } from './given-package.ts';
import { GivenShoebox } from './given-shoebox.ts';
import type {
  Account,
  Company,
  Element,
  Label,
  Loan,
  Phase,
  Template,
  TemplateElementRow,
} from './given-shapes.ts';
import { makePng } from './png.ts';

export type { Entity } from './given-entities.ts';

export type * from './given-shapes.ts';

export const ONE_DOT = makePng(1, 1);

export class Given extends GivenShoebox {
  async company(
    over: {
      name?: string;
      subdomain?: string;
      timezone_id?: string;
      plan_name?: string;
      plan_max_active_loans?: number;
      plan_features?: string[];
    } = {},
  ): Promise<Company> {
    const company = { id: newId(), name: `Lender ${(this.count += 1)}`, ...over };
    await this.insert('company', company);
    return company;
  }

  async logo(company: Company, content: Buffer, contentType = 'image/png'): Promise<void> {
    await this.insert('company_logo', {
      company_id: company.id,
      content_type: contentType,
      content,
    });
    await this.client.query('update cairn.company set logo_version = $1 where id = $2', [
      createHash('sha256').update(content).digest('hex').slice(0, 16),
      company.id,
    ]);
  }

  async subrole(company: Company, name: string): Promise<{ id: string; name: string }> {
    const subrole = { id: newId(), name };
    await this.insert('contact_subrole', { company_id: company.id, ...subrole });
    return subrole;
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

  /** A picture that was found clean: one dot, unless another is given. */
  async avatar(accountId: string, content: Buffer = ONE_DOT): Promise<string> {
    const id = newId();
    await this.insert('avatar', {
      account_id: accountId,
      id,
      content,
      content_type: 'image/png',
      virus_scan_state: 'CLEAN',
    });
    return id;
  }

  async phase(
    company: Company,
    over: { name?: string; category?: PhaseCategory; displayOrder?: number } = {},
  ): Promise<Phase> {
    const { name = 'Underwriting', category = 'ORIGINATION' } = over;
    const phase = { companyId: company.id, id: newId(), name, category };
    const { rows } = await this.client.query<{ last: number }>(
      `select coalesce(max(display_order), 0) as last from cairn.phase
       where company_id = $1 and category = $2`,
      [company.id, category],
    );
    const displayOrder = over.displayOrder ?? rows[0]!.last + 1;
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
      createdAt: string;
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
      created_at: over.createdAt ?? new Date().toISOString(),
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

  /** Somebody new on the loan, logged in. */
  async borrower(loan: Loan, role: 'LEAD_BORROWER' | 'BORROWER' | 'PRINCIPAL' = 'BORROWER') {
    const account = await this.account();
    const roleId = await this.role(loan, account, role);
    const roleLevel = role === 'PRINCIPAL' ? 'APPLICANT' : 'BORROWER';
    return { account, roleId, token: await this.session(account, { roleLevel }) };
  }

  /** Somebody new of the company, logged in. */
  async colleague(company: Company, level: 'OWNER' | 'EMPLOYEE' = 'EMPLOYEE') {
    const account = await this.employee(company, { level });
    return { account, token: await this.session(account, { roleLevel: 'LENDER', company }) };
  }

  async label(company: Company, over: { name?: string; color?: string } = {}): Promise<Label> {
    const label = { id: newId(), name: `Label ${(this.count += 1)}`, color: '#5B8DEF', ...over };
    await this.insert('label', { company_id: company.id, ...label });
    return { companyId: company.id, ...label };
  }

  async labelOn(loan: Loan, roleId: string, label: Label): Promise<void> {
    await this.insert('loan_role_label', {
      company_id: loan.companyId,
      loan_id: loan.id,
      loan_role_id: roleId,
      label_id: label.id,
    });
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
      createdBy: Account;
      questionType: string;
      visibleAtStatus: string;
      dueDate: string;
      expirationDate: string;
      about: { id: string };
    }> = {},
  ): Promise<Element> {
    const parent = over.parent ?? (await this.packageOf(loan));
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
      parent_id: parent.id,
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
      rejection_reason: over.rejectedBy ? 'Please send it again.' : null,
      created_by: over.createdBy?.id ?? null,
      question_type: over.questionType ?? null,
      visible_at_status: over.visibleAtStatus ?? null,
      due_date: over.dueDate ?? null,
      expiration_date: over.expirationDate ?? null,
      sherpa_entity_id: over.about?.id ?? null,
      sherpa_entity_type: over.about ? 'INDIVIDUAL' : null,
    });
    return element;
  }

  packageOf(loan: Loan): Promise<Element> {
    return packageOf(this.client, loan);
  }

  /** A draft with these elements; with `published`, also its first version. */
  async template(
    company: Company,
    over: Partial<{
      name: string;
      blockType: string;
      loanType: string | null;
      libraryKey: string | null;
      elements: readonly TemplateElementRow[];
      published: boolean;
      by: Account;
    }> = {},
  ): Promise<Template> {
    const id = newId();
    const { elements = [], published = false } = over;
    const files = elements.filter((row) => row['storage_type'] === 'FILE').length;
    const template = {
      companyId: company.id,
      id,
      name: over.name ?? `Template ${(this.count += 1)}`,
    };
    const head = { company_id: company.id, name: template.name, loan_type: over.loanType ?? null };
    await this.insert('template', {
      ...head,
      id,
      block_type: over.blockType ?? 'LOAN',
      library_key: over.libraryKey ?? null,
      elements: elements.length,
      files,
      published_version: published ? 1 : 0,
      published_revision: published ? 1 : 0,
      modified_by: over.by?.id ?? null,
    });
    await this.templateElements(template, 0, elements);
    if (published) {
      const totals = { elements: elements.length, files, published_by: over.by?.id ?? null };
      await this.insert('template_version', { ...head, template_id: id, version: 1, ...totals });
      await this.templateElements(template, 1, elements);
    }
    return template;
  }

  private async templateElements(
    { companyId, id }: Template,
    version: number,
    rows: readonly TemplateElementRow[],
  ): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first);
    await this.client.query(
      `insert into cairn.template_element (company_id, template_id, version, ${columns.join()})
       select $1, $2, $3, ${columns.map((name) => `r.${name}`).join()}
       from jsonb_populate_recordset(null::cairn.template_element, $4) r`,
      [companyId, id, version, JSON.stringify(rows)],
    );
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
