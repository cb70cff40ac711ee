/** What waits to be filed. */
import type { ShoeboxType } from '@cairn/contract/shoebox-terms';
import type { Generated } from 'kysely';
import type { Time } from './schema.ts';

export interface ShoeboxTables {
  shoebox_item: {
    company_id: string;
    id: string;
    loan_id: string | null;
    document_id: string;
    shoebox_type: ShoeboxType;
    title: string;
    user_id: string;
    shoebox_owner_id: string | null;
    uploaded_by: string;
    new_file: Generated<boolean>;
    document_type: string | null;
    sherpa_entity_id: string | null;
    created_at: Time;
    modified_at: Time;
    deleted_at: string | null;
    deleted_by: string | null;
    filed_at: string | null;
    filed_by: string | null;
    filed_as: string | null;
  };
}
