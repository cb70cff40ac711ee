import type { LoggedUser } from '@cairn/contract';

export function presentUser(row: {
  id: string;
  email_address: string;
  given_name: string | null;
  family_name: string | null;
  phone: string | null;
  role_level: LoggedUser['roleLevel'];
  company_id: string | null;
  company_name: string | null;
  ends_at: string;
}): LoggedUser {
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
