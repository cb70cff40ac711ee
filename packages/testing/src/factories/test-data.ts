/**
 * Data for tests and for the demo, created by overriding defaults: given.loan({ phase }). It is written with the
 * owner's connection, which bypasses row security; the product itself cannot do that.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { LoanRole, LoanType, PhaseCategory, RoleLevel } from '@cairn/contract';
import { hashPassword, hashToken } from '@cairn/server/platform/crypto';
import { newId } from '@cairn/server/platform/ids';
import type pg from 'pg';
import { packageOf } from './package-root.ts';
import type {
  Account,
  Company,
  Element,
  Label,
  Loan,
  Phase,
  Template,
  TemplateElementRow,
} from './shapes.ts';
import { makePng } from '../png.ts';
import { documentContentFactory } from './document-content.ts';
import { entityFactory } from './entities.ts';
import { invitationFactory } from './invitations.ts';
import { loanApplicationFactory } from './loan-applications.ts';
import { messageFactory } from './messages.ts';
import { RowWriter } from './row-writer.ts';
import { shoeboxFactory } from './shoebox.ts';

export type { Entity } from './entities.ts';

export type * from './shapes.ts';

export const ONE_DOT = makePng(1, 1);

type AccountFields = Partial<Account> & { password?: string; platformAdmin?: boolean };

/** Factories for companies, people, loans, elements, templates and documents. */
function loanFactory(rows: RowWriter) {
  async function templateElements(
    { companyId, id }: Template,
    version: number,
    elements: readonly TemplateElementRow[],
  ): Promise<void> {
    const [first] = elements;
    if (!first) return;
    const columns = Object.keys(first);
    await rows.client.query(
      `insert into cairn.template_element (company_id, template_id, version, ${columns.join()})
       select $1, $2, $3, ${columns.map((name) => `r.${name}`).join()}
       from jsonb_populate_recordset(null::cairn.template_element, $4) r`,
      [companyId, id, version, JSON.stringify(elements)],
    );
  }

  const factory = {
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
      const company = { id: newId(), name: `Lender ${(rows.count += 1)}`, ...over };
      await rows.insert('company', company);
      return company;
    },

    async logo(company: Company, content: Buffer, contentType = 'image/png'): Promise<void> {
      await rows.insert('company_logo', {
        company_id: company.id,
        content_type: contentType,
        content,
      });
      await rows.client.query('update cairn.company set logo_version = $1 where id = $2', [
        createHash('sha256').update(content).digest('hex').slice(0, 16),
        company.id,
      ]);
    },

    async subrole(company: Company, name: string): Promise<{ id: string; name: string }> {
      const subrole = { id: newId(), name };
      await rows.insert('contact_subrole', { company_id: company.id, ...subrole });
      return subrole;
    },

    async account(over: AccountFields = {}): Promise<Account> {
      const { password, platformAdmin = false, ...fields } = over;
      const number = (rows.count += 1);
      const account = {
        id: newId(),
        emailAddress: `person${number}-${randomBytes(4).toString('hex')}@example.com`,
        givenName: `Given${number}`,
        familyName: `Family${number}`,
        ...fields,
      };
      await rows.insert('account', {
        id: account.id,
        email_address: account.emailAddress,
        given_name: account.givenName,
        family_name: account.familyName,
        is_platform_admin: platformAdmin,
      });
      if (password !== undefined) {
        await rows.insert('credential', {
          account_id: account.id,
          password_hash: await hashPassword(password),
        });
      }
      return account;
    },

    async person(company: Company, account: Account): Promise<void> {
      await rows.client.query(
        `insert into cairn.person (company_id, account_id, given_name, family_name, email_address)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [company.id, account.id, account.givenName, account.familyName, account.emailAddress],
      );
    },

    async employee(
      company: Company,
      over: AccountFields & { level?: 'OWNER' | 'EMPLOYEE' } = {},
    ): Promise<Account> {
      const { level = 'EMPLOYEE', ...fields } = over;
      const account = await factory.account(fields);
      await factory.person(company, account);
      await rows.insert('employee', { company_id: company.id, account_id: account.id, level });
      return account;
    },

    /** A session as if the person had logged in; returns the cookie's value. */
    async session(
      account: Pick<Account, 'id'>,
      as: { roleLevel: RoleLevel; company?: Pick<Company, 'id'> },
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await rows.insert('session', {
        token_hash: hashToken(token),
        account_id: account.id,
        company_id: as.company?.id ?? null,
        role_level: as.roleLevel,
        stamp: newId(),
        ends_at: new Date(Date.now() + 12 * 3600_000).toISOString(),
      });
      return token;
    },

    /** A scanned avatar: by default a single pixel. */
    async avatar(accountId: string, content: Buffer = ONE_DOT): Promise<string> {
      const id = newId();
      await rows.insert('avatar', {
        account_id: accountId,
        id,
        content,
        content_type: 'image/png',
        virus_scan_state: 'CLEAN',
      });
      return id;
    },

    async phase(
      company: Company,
      over: { name?: string; category?: PhaseCategory; displayOrder?: number } = {},
    ): Promise<Phase> {
      const { name = 'Underwriting', category = 'ORIGINATION' } = over;
      const phase = { companyId: company.id, id: newId(), name, category };
      const result = await rows.client.query<{ last: number }>(
        `select coalesce(max(display_order), 0) as last from cairn.phase
         where company_id = $1 and category = $2`,
        [company.id, category],
      );
      const displayOrder = over.displayOrder ?? result.rows[0]!.last + 1;
      await rows.insert('phase', {
        company_id: company.id,
        id: phase.id,
        name,
        category,
        display_order: displayOrder,
      });
      return phase;
    },

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
      const name = over.name ?? `Loan ${(rows.count += 1)}`;
      await rows.insert('loan', {
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
    },

    async role(loan: Loan, account: Account, role: LoanRole): Promise<string> {
      await factory.person({ id: loan.companyId, name: '' }, account);
      const id = newId();
      await rows.insert('loan_role', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        account_id: account.id,
        role,
      });
      return id;
    },

    /** A new borrower on the loan, with a session. */
    async borrower(
      loan: Loan,
      role: 'LEAD_BORROWER' | 'BORROWER' | 'PRINCIPAL' = 'BORROWER',
    ): Promise<{ account: Account; roleId: string; token: string }> {
      const account = await factory.account();
      const roleId = await factory.role(loan, account, role);
      const roleLevel = role === 'PRINCIPAL' ? 'APPLICANT' : 'BORROWER';
      return { account, roleId, token: await factory.session(account, { roleLevel }) };
    },

    /** A new employee of the company, with a session. */
    async colleague(
      company: Company,
      level: 'OWNER' | 'EMPLOYEE' = 'EMPLOYEE',
    ): Promise<{ account: Account; token: string }> {
      const account = await factory.employee(company, { level });
      return { account, token: await factory.session(account, { roleLevel: 'LENDER', company }) };
    },

    async label(company: Company, over: { name?: string; color?: string } = {}): Promise<Label> {
      const label = { id: newId(), name: `Label ${(rows.count += 1)}`, color: '#5B8DEF', ...over };
      await rows.insert('label', { company_id: company.id, ...label });
      return { companyId: company.id, ...label };
    },

    async labelOn(loan: Loan, roleId: string, label: Label): Promise<void> {
      await rows.insert('loan_role_label', {
        company_id: loan.companyId,
        loan_id: loan.id,
        loan_role_id: roleId,
        label_id: label.id,
      });
    },

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
        releasePhase: string;
        sbaTab: number;
        borrowerTitle: string;
        dueDate: string;
        expirationDate: string;
        about: { id: string };
      }> = {},
    ): Promise<Element> {
      const parent = over.parent ?? (await factory.packageOf(loan));
      const element = {
        companyId: loan.companyId,
        loanId: loan.id,
        id: newId(),
        title: over.title ?? `Document ${(rows.count += 1)}`,
      };
      await rows.insert('element', {
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
        release_phase: over.releasePhase ?? null,
        sba_tab: over.sbaTab ?? null,
        borrower_title: over.borrowerTitle ?? null,
        due_date: over.dueDate ?? null,
        expiration_date: over.expirationDate ?? null,
        sherpa_entity_id: over.about?.id ?? null,
        sherpa_entity_type: over.about ? 'INDIVIDUAL' : null,
      });
      return element;
    },

    packageOf(loan: Loan): Promise<Element> {
      return packageOf(rows.client, loan);
    },

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
        name: over.name ?? `Template ${(rows.count += 1)}`,
      };
      const head = {
        company_id: company.id,
        name: template.name,
        loan_type: over.loanType ?? null,
      };
      await rows.insert('template', {
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
      await templateElements(template, 0, elements);
      if (published) {
        const totals = { elements: elements.length, files, published_by: over.by?.id ?? null };
        await rows.insert('template_version', { ...head, template_id: id, version: 1, ...totals });
        await templateElements(template, 1, elements);
      }
      return template;
    },

    /** Inserts the row only; `objectKey` names stored bytes if a test needs them. */
    async document(
      loan: Loan,
      by: Account,
      over: Partial<{
        name: string;
        state: string;
        objectKey: string;
        size: number;
        sha256: Buffer;
        createdAt: string;
      }> = {},
    ): Promise<{ id: string; name: string }> {
      const id = newId();
      const name = over.name ?? `file ${(rows.count += 1)}.pdf`;
      const state = over.state ?? 'CLEAN';
      await rows.insert('document', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        name,
        provider: 'S3',
        object_key: over.objectKey ?? `given/${id}`,
        vault_key: state === 'CLEAN' ? (over.objectKey ?? `given/${id}`) : null,
        size: over.size ?? 1000,
        sha256: state === 'CLEAN' ? (over.sha256 ?? Buffer.alloc(32)) : null,
        virus_scan_state: state,
        created_by: by.id,
        created_at: over.createdAt ?? new Date().toISOString(),
        modified_at: over.createdAt ?? new Date().toISOString(),
      });
      return { id, name };
    },
  };
  return factory;
}

/** All factories on one connection. */
export function createTestData(client: pg.Client | pg.Pool) {
  const rows = new RowWriter(client);
  return {
    ...documentContentFactory(rows),
    ...entityFactory(rows),
    ...invitationFactory(rows),
    ...loanApplicationFactory(rows),
    ...messageFactory(rows),
    ...shoeboxFactory(rows),
    ...loanFactory(rows),
  };
}
export type TestData = ReturnType<typeof createTestData>;
