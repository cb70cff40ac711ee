/** Applications: how far each has come, and who said their own. */
import type { ApplicationState } from '@cairn/contract';
import type { Generated } from 'kysely';
import type { Time } from './schema.ts';

export interface ApplicationTables {
  loan_application: {
    company_id: string;
    loan_id: string;
    state: Generated<Exclude<ApplicationState, 'WITHDRAWN'>>;
    template_name: string;
    created_at: Time;
    created_by: string;
    submitted_at: string | null;
    review_started_at: string | null;
    response_at: string | null;
    response_message: string | null;
    referred_to: string | null;
  };
  application_person: {
    company_id: string;
    loan_id: string;
    entity_id: string;
    own_info_submitted_at: string | null;
    own_info_version: number | null;
    invitation_id: string | null;
  };
}
