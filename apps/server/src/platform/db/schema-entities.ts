/** The tables of entities, their owners, and the details of loans. */
import type { LoanType } from '@cairn/contract';
import type { DetailType } from '@cairn/contract/detail-fields';
import type { EntityKind, EntityLabel, Information } from '@cairn/contract/entity-fields';
import type { ColumnType, Generated } from 'kysely';
import type { Day, Time } from './schema.ts';

export interface EntityTables {
  company_key: {
    company_id: string;
    generation: number;
    wrapped: Buffer;
    master: string;
    created_at: Time;
  };
  entity: {
    company_id: string;
    id: string;
    kind: EntityKind;
    name: string;
    account_id: string | null;
    version: Generated<number>;
    owners_version: Generated<number>;
    created_at: Time;
    created_by: string | null;
    modified_at: Time;
    modified_by: string | null;
  };
  entity_information: {
    company_id: string;
    entity_id: string;
    version: number;
    fields: ColumnType<Information, string, never>;
    sealed: Buffer | null;
    key_generation: number | null;
    changed: string[];
    restored_from: number | null;
    created_at: Time;
    created_by: string | null;
  };
  loan_entity: {
    company_id: string;
    id: string;
    loan_id: string;
    entity_id: string;
    position: ColumnType<number, never, never>;
    labels: EntityLabel[];
    template_id: string | null;
    template_version: number | null;
    template_name: string | null;
    customizations: Generated<Record<string, string>>;
    folder_id: string | null;
    created_at: Time;
    created_by: string | null;
    modified_at: Time;
  };
  ownership: {
    company_id: string;
    owned_id: string;
    owner_id: string;
    share: number;
    as_of: Day;
    created_at: Time;
    created_by: string | null;
  };
  guarantee_rule: {
    id: string;
    loan_types: LoanType[];
    threshold: number;
    reason: string;
    source: string;
    effective_from: string;
    effective_to: string | null;
  };
  loan_detail_group: {
    company_id: string;
    id: string;
    loan_id: string;
    name: string;
    display_order: number;
  };
  loan_detail_field: {
    company_id: string;
    id: string;
    loan_id: string;
    group_id: string | null;
    name: string;
    type: DetailType;
    choices: string[];
    template_field_id: string | null;
    value: string | null;
    display_order: number;
    version: Generated<number>;
    modified_at: Time;
    modified_by: string | null;
  };
}
