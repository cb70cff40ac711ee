/** Conversations on a loan. */
import type { Generated } from 'kysely';
import type { Time } from './schema.ts';

export interface MessageTables {
  message_thread: {
    company_id: string;
    id: string;
    loan_id: string;
    subject: string | null;
    created_by: string;
    created_at: Time;
    last_message_id: string | null;
    last_message_at: string | null;
  };
  thread_member: {
    company_id: string;
    thread_id: string;
    account_id: string;
    loan_id: string;
    muted: Generated<boolean>;
    unread: Generated<number>;
    important: Generated<number>;
  };
  message: {
    company_id: string;
    id: string;
    thread_id: string;
    loan_id: string;
    author_id: string;
    body: string;
    forwarded_body: string | null;
    forwarded_author_id: string | null;
    forwarded_at: string | null;
    created_at: Time;
    updated_at: string | null;
  };
  message_mark: {
    company_id: string;
    account_id: string;
    message_id: string;
    thread_id: string;
    loan_id: string;
    read_at: string | null;
    important: Generated<boolean>;
  };
  message_draft: {
    company_id: string;
    id: string;
    account_id: string;
    loan_id: string;
    thread_id: string | null;
    user_ids: Generated<string[]>;
    subject: string | null;
    body: string;
    created_at: Time;
    updated_at: Time;
  };
}
