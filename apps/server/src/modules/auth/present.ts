import type { LoggedUser } from '@cairn/contract';
import type { EmployeeLevel } from './role-choice.ts';
import type { SignedIn } from './sign-in.ts';

interface UserRow {
  id: string;
  email_address: string;
  given_name: string | null;
  family_name: string | null;
  phone: string | null;
  phone_verified_at: string | null;
  azure_email: string | null;
  role_level: LoggedUser['roleLevel'];
  company_id: string | null;
  company_name: string | null;
  employee_level?: EmployeeLevel | null | undefined;
  ends_at: string;
  seconds_left: number;
}

export function presentUser(row: UserRow): LoggedUser {
  return {
    id: row.id,
    emailAddress: row.email_address,
    givenName: row.given_name,
    familyName: row.family_name,
    phone: row.phone,
    phoneVerified: row.phone_verified_at !== null,
    azureEmail: row.azure_email,
    roleLevel: row.role_level,
    company: row.company_id ? { id: row.company_id, name: row.company_name ?? '' } : null,
    ownsCompany: row.employee_level === 'OWNER',
    sessionEndsAt: row.ends_at,
    sessionSeconds: Math.max(0, row.seconds_left),
  };
}

/** The reply of every way to log in. */
export const presentSignedIn = ({ account, role, endsAt, secondsLeft }: SignedIn) => ({
  success: true,
  user: presentUser({ ...account, ...role, ends_at: endsAt, seconds_left: secondsLeft }),
});
