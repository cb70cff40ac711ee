/** Display names of the fields that applying a template changes. */
export const CHANGED_FIELDS = {
  title: 'Title',
  description: 'Description',
  include_description: 'Description shown',
  priority_type: 'Priority',
  flags: 'Flags',
  visible_at_status: 'Visible from',
  release_phase: 'Held until',
  borrower_title: 'Title for the borrower',
  has_expiration: 'Expires',
  choices: 'Choices',
} as const;
export type ChangedField = keyof typeof CHANGED_FIELDS;

export const KEPT_REASONS = {
  ALREADY_THERE: 'Already asked for under this title',
  ANSWERED: 'No longer in the template, and answered',
  CHANGED_BY_HAND: 'Changed by hand on this loan',
} as const;
export type KeptReason = keyof typeof KEPT_REASONS;
