import type { Employee, EmployeePublicDetails } from '@cairn/contract';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { stateOf, type DescribedInvitation } from '../invitations/index.ts';
import { employeePolicy, workplacePolicy } from './policy.ts';
import type { EmployeeRow, PublicDetailsRow, Workplace } from './store.ts';

export function presentEmployee(actor: Actor, row: EmployeeRow, locked: boolean): Employee {
  const manages = employeePolicy.manage(actor, row);
  const open = row.closed_at === null;
  return {
    id: row.account_id,
    givenName: row.given_name,
    familyName: row.family_name,
    emailAddress: row.email_address,
    level: row.level,
    status: open ? (locked ? 'LOCKED' : 'ACTIVE') : 'CLOSED',
    jobTitle: row.job_title,
    phone: row.phone,
    introduction: row.introduction,
    lastSeenAt: row.last_seen_at,
    invitation: null,
    abilities: {
      edit: open && employeePolicy.present(actor, row),
      changeLevel: open && manages,
      remove: manages,
      resend: false,
      resetPassword: open && isPlatformAdmin(actor),
    },
  };
}

/** No value depends on whether the address has an account. */
export function presentInvited(
  actor: Actor,
  company: Workplace,
  row: DescribedInvitation,
): Employee {
  const manages = workplacePolicy.invite(actor, company);
  return {
    id: row.id,
    givenName: row.given_name,
    familyName: row.family_name,
    emailAddress: row.email_address,
    level: row.level ?? 'EMPLOYEE',
    status: 'INVITED',
    jobTitle: null,
    phone: null,
    introduction: null,
    lastSeenAt: null,
    invitation: {
      state: stateOf(row, new Date()),
      sentAt: row.sent_at,
      expiresAt: row.expires_at,
      invitedBy: row.inviter_name,
    },
    abilities: {
      edit: manages,
      changeLevel: manages,
      remove: manages,
      resend: manages,
      resetPassword: false,
    },
  };
}

export const presentPublicDetails = (row: PublicDetailsRow): EmployeePublicDetails => ({
  id: row.account_id,
  givenName: row.given_name,
  familyName: row.family_name,
  emailAddress: row.email_address,
  jobTitle: row.job_title,
  phone: row.phone,
  introduction: row.introduction,
  company: { id: row.company_id, name: row.company_name },
});
