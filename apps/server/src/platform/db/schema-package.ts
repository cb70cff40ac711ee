/** The tables of a package, as the queries see them. */
import type { Location, Priority, QuestionType, RejectionCode } from '@cairn/contract';
import type { EntityKind } from '@cairn/contract/entity-fields';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import type { Generated } from 'kysely';
import type { Day, Time } from './schema.ts';

export interface PackageTables {
  element: {
    company_id: string;
    id: string;
    loan_id: string;
    parent_id: string | null;
    title: string;
    description: string | null;
    storage_type: 'FILE' | 'FOLDER';
    priority_type: Generated<Priority>;
    flags: Generated<string[]>;
    display_order: Generated<number>;
    assigned_to: string | null;
    answer_document_id: string | null;
    answer_in_progress: Generated<boolean>;
    answered_at: string | null;
    answered_by: string | null;
    approved_by: string | null;
    rejected_by: string | null;
    created_at: Time;
    modified_at: Time;
    version: Generated<number>;
    created_by: string | null;
    include_description: Generated<boolean>;
    color: string | null;
    locations: Generated<Location[]>;
    visible_at_status: ReviewStatus | null;
    has_expiration: Generated<boolean>;
    expiration_date: Day;
    expired: Generated<boolean>;
    due_date: Day;
    question_type: QuestionType | null;
    choices: Generated<string[]>;
    answer_value: unknown;
    rejection_code: RejectionCode | null;
    rejection_reason: string | null;
    decided_at: string | null;
    sherpa_entity_id: string | null;
    sherpa_entity_type: EntityKind | null;
    target_id: string | null;
    rule: string | null;
    form_document_id: string | null;
    deleted_at: string | null;
    deleted_by: string | null;
    /** Inherited from the folders above; the database keeps these. */
    readonly kept: Generated<boolean>;
    readonly private: Generated<boolean>;
    readonly private_to: string | null;
    readonly in_trash: Generated<boolean>;
    readonly shared_with: Generated<string[]>;
    readonly shared_to: Generated<string[]>;
    readonly answered: Generated<boolean>;
  };
  asked_for: {
    company_id: string;
    id: Generated<string>;
    loan_id: string;
    template_element_id: string;
    entity_id: string | null;
    repeat: Generated<string>;
    template_id: string;
    template_version: number;
    element_id: string | null;
    created_at: Time;
  };
  added_template: {
    company_id: string;
    loan_id: string;
    template_id: string;
    template_version: number;
    added_at: Time;
  };
  past_answer: {
    company_id: string;
    id: string;
    loan_id: string;
    element_id: string;
    document_id: string | null;
    value: unknown;
    answered_by: string | null;
    answered_at: string;
    approved_by: string | null;
    rejected_by: string | null;
    rejection_code: RejectionCode | null;
    rejection_reason: string | null;
    ended: 'REPLACED' | 'DELETED';
    ended_by: string | null;
    ended_at: Time;
  };
  element_share: {
    company_id: string;
    id: string;
    loan_id: string;
    element_id: string;
    target_loan_id: string | null;
    account_id: string | null;
    created_by: string;
    created_at: Time;
  };
}
