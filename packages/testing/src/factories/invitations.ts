/** Factories for invited people and for contacts. */
import { randomBytes, randomInt } from 'node:crypto';
import type { LoanRole } from '@cairn/contract';
import { newId } from '@cairn/server/platform/ids';
import type { Account, Company, Loan } from './shapes.ts';
import type { RowWriter } from './row-writer.ts';

export function invitationFactory(rows: RowWriter) {
  const factory = {
    /** An invitation sent a while ago. `stamp` is the value that its link is signed with. */
    async invitation(
      company: Company,
      by: Account,
      over: Partial<{
        emailAddress: string;
        givenName: string;
        familyName: string;
        level: 'OWNER' | 'EMPLOYEE';
        loan: Loan;
        role: LoanRole;
        sentAt: Date;
        expiresAt: Date;
        sends: number;
      }> = {},
    ): Promise<{ id: string; emailAddress: string; stamp: string }> {
      const id = newId();
      const stamp = newId();
      const number = (rows.count += 1);
      const emailAddress =
        over.emailAddress ?? `invited${number}-${randomBytes(4).toString('hex')}@example.com`;
      await rows.insert('invitation', {
        company_id: company.id,
        id,
        kind: over.loan ? 'LOAN_ROLE' : 'EMPLOYEE',
        email_address: emailAddress,
        given_name: over.givenName ?? `Given${number}`,
        family_name: over.familyName ?? `Family${number}`,
        level: over.loan ? null : (over.level ?? 'EMPLOYEE'),
        loan_id: over.loan?.id ?? null,
        role: over.loan ? (over.role ?? 'BORROWER') : null,
        invited_by: by.id,
        stamp,
        sends: over.sends ?? 1,
        sent_at: (over.sentAt ?? new Date(Date.now() - 2 * 3600_000)).toISOString(),
        expires_at: (over.expiresAt ?? new Date(Date.now() + 7 * 86_400_000)).toISOString(),
      });
      return { id, emailAddress, stamp };
    },

    /** A contact of a loan member, invited to the loan or a member of it. */
    async relation(
      loan: Loan,
      over: {
        relatedRoleId: string;
        by: Account;
        id?: string;
        subroleId?: string;
        phone?: string;
      } & ({ invitationId: string } | { roleId: string }),
    ): Promise<string> {
      const id = over.id ?? newId();
      await rows.insert('contact_relation', {
        company_id: loan.companyId,
        id,
        loan_id: loan.id,
        related_role_id: over.relatedRoleId,
        contact_invitation_id: 'invitationId' in over ? over.invitationId : null,
        contact_role_id: 'roleId' in over ? over.roleId : null,
        subrole_id: over.subroleId ?? null,
        phone: over.phone ?? null,
        created_by: over.by.id,
      });
      return id;
    },

    /** A phone number, confirmed by default, in the form to which messages are sent. */
    async phone(account: Account, over: { verified?: boolean } = {}): Promise<string> {
      const phone = `555${randomInt(1_000_000, 9_999_999)}`;
      await rows.client.query(
        `update cairn.account set phone = $2, phone_verified_at = case when $3 then now() end where id = $1`,
        [account.id, phone, over.verified ?? true],
      );
      return `+1${phone}`;
    },
  };
  return factory;
}
