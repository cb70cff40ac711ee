import type { EventKind } from './event-kinds.ts';

/**
 * The domain events that people are notified of. recordEvent starts the workflow `notify` for each;
 * modules/notifications says who hears of it and how.
 */
const NOTIFIED_EVENTS = [
  'anonymousSession.submitted',
  'application.accepted',
  'application.rejected',
  'application.submitted',
  'application.withdrawn',
  'delivery.addressConfirmed',
  'document.processed',
  'document.scanned',
  'download.failed',
  'download.made',
  'element.answered',
  'element.approved',
  'element.assigned',
  'element.copied',
  'element.duplicated',
  'element.edited',
  'element.moved',
  'element.rejected',
  'element.released',
  'element.reminded',
  'element.requested',
  'element.restored',
  'element.shared',
  'loan.phaseChanged',
  'loan.reviewStatusChanged',
  'loan.statusChanged',
  'message.sent',
  'note.notified',
  'package.failed',
  'package.made',
  'party.added',
  'party.removed',
  'requests.askedByRule',
  'shoebox.added',
  'shoebox.brought',
  'template.applied',
] as const satisfies readonly EventKind[];
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number];

/** Input of the workflow: ids and codes, no names and no addresses. */
export interface NotifyOrder {
  readonly kind: NotifiedEvent;
  readonly companyId: string;
  readonly loanId: string;
  /** The user who caused the event, who is not notified of it. */
  readonly actorId: string | null;
  readonly at: string;
  /** The detail of the audit entry. */
  readonly detail: Record<string, unknown>;
}

const notified: ReadonlySet<string> = new Set(NOTIFIED_EVENTS);
export const isNotified = (kind: string): kind is NotifiedEvent => notified.has(kind);
