import { createStore } from './store.ts';

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface NoAccess {
  message: string;
  severity: Severity;
  /** Text from the address. It may come from a stranger, so it is shown as a quotation. */
  quoted?: string;
}

/** What the no-access dialog says, while it is open. */
export const noAccess = createStore<NoAccess | null>(null);

export const NO_ACCESS_MESSAGE =
  'You don’t have access to this. Contact your administrator if you need it.';
