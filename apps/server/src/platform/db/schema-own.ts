/** What a person keeps for themselves: settings, preferences, what was opened last. */
import type { DateFilterDays, LoanType, PipelineSection, SortDirection } from '@cairn/contract';
import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<string, string | undefined, string>;

export interface OwnTables {
  user_settings: {
    account_id: string;
    send_email_add_remove_user: Generated<boolean>;
    send_email_app_message: Generated<boolean>;
    send_email_loan_status: Generated<boolean>;
    send_text_add_remove_user: Generated<boolean>;
    send_text_app_message: Generated<boolean>;
    send_text_loan_status: Generated<boolean>;
    agreed_to_tos: Generated<boolean>;
    timezone_id: string | null;
    modified_at: Time;
  };
  recently_opened: {
    company_id: string;
    account_id: string;
    object_id: string;
    loan_id: string;
    element_id: string | null;
    opened_at: Time;
  };
  loan_view: {
    company_id: string;
    account_id: string;
    id: string;
    name: string;
    section: PipelineSection;
    layout: 'LIST' | 'BOARD';
    direction: SortDirection;
    modified_days: DateFilterDays | null;
    phase_ids: Generated<string[]>;
    loan_types: Generated<LoanType[]>;
    created_at: Time;
  };
  user_preference: { account_id: string; key: string; value: string; modified_at: Time };
}
