/** Whose contacts the contacts on a loan are. */
import type { Time } from './schema.ts';

export interface PartyTables {
  contact_relation: {
    company_id: string;
    id: string;
    loan_id: string;
    related_role_id: string | null;
    related_invitation_id: string | null;
    contact_role_id: string | null;
    contact_invitation_id: string | null;
    subrole_id: string | null;
    phone: string | null;
    created_at: Time;
    created_by: string;
  };
}
