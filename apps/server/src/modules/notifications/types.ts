import type { EmailTopic, NotificationTopic, RoleLevel } from '@cairn/contract';
import type { NotifyOrder } from '../../platform/notified-events.ts';
import type { Channel } from '../../platform/outbound-limits.ts';

/** An event with the data for its notifications. */
export interface Notifying extends NotifyOrder {
  readonly eventId: string;
}

/** A possible recipient; columns that a rule leaves out are null. */
export interface Candidate {
  account_id: string;
  level: RoleLevel;
  topic: NotificationTopic;
  element_id?: string | null;
  document_id?: string | null;
  message_id?: string | null;
  note_id?: string | null;
  actor_id?: string | null;
  merge_key?: string;
  detail?: Record<string, unknown>;
}

/** An email or text message that may be due, by ids. */
export interface Delivery {
  readonly accountId: string;
  readonly topic: EmailTopic;
  readonly channel: Channel;
}
