import type { LoggedUser } from '@cairn/contract';
import type { SignedIn } from './sign-in.ts';

interface UserRow {
  id: string;
  email_address: string;
  given_name: string | null;
  family_name: string | null;
  phone: string | null;
  role_level: LoggedUser['roleLevel'];
  company_id: string | null;
  company_name: string | null;
  ends_at: string;
}

export function presentUser(row: UserRow): LoggedUser {
  return {
    id: row.id,
    emailAddress: row.email_address,
    givenName: row.given_name,
    familyName: row.family_name,
    phone: row.phone,
    roleLevel: row.role_level,
    company: row.company_id ? { id: row.company_id, name: row.company_name ?? '' } : null,
    sessionEndsAt: row.ends_at,
  };
}

/** The reply of every way to log in. */
export const presentSignedIn = ({ account, role, endsAt }: SignedIn) => ({
  success: true,
  user: presentUser({ ...account, ...role, ends_at: endsAt }),
});
