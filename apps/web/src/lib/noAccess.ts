import { createStore } from './store.ts';

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface NoAccess {
  message: string;
  severity: Severity;
  /** Text from the URL. Anyone can write such a link, so the text is shown as a quotation. */
  quoted?: string;
}

/** The content of the no-access dialog; null while it is closed. */
export const noAccess = createStore<NoAccess | null>(null);

export const NO_ACCESS_MESSAGE =
  'You don’t have access to this. Contact your administrator if you need it.';
