/** How a person signs in: passwords, codes, failed attempts, mail that was sent. */
import type { Generated } from 'kysely';
import type { Time } from './schema.ts';

export interface AccountTables {
  credential: {
    account_id: string;
    password_hash: string;
    changed_at: Time;
    expired_at: string | null;
  };
  login_attempt: {
    address_hash: Buffer;
    failed: Generated<number>;
    locked_until: string | null;
    touched_at: Time;
  };
  confirmation_code: {
    id: string;
    address_hash: Buffer;
    browser_hash: Buffer;
    account_id: string | null;
    sealed: Buffer;
    tries: Generated<number>;
    sends: Generated<number>;
    sent_at: Time;
    created_at: Time;
    expires_at: string;
    used_at: string | null;
  };
  sent_mail: { event_id: string; sent_at: Time };
}
