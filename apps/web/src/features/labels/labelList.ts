import type { Label, LabelWithUse } from '@cairn/contract';

const byName = (one: LabelWithUse, other: LabelWithUse) =>
  one.name.localeCompare(other.name, 'en', { sensitivity: 'base' });

/** Predicts the list with the saved label as the server will return it. */
export function withLabel(labels: LabelWithUse[], saved: Label): LabelWithUse[] {
  const before = labels.find(({ id }) => id === saved.id);
  const rest = labels.filter(({ id }) => id !== saved.id);
  return [...rest, { ...saved, people: before?.people ?? 0 }].toSorted(byName);
}

export const withoutLabel = (labels: LabelWithUse[], removedId: string): LabelWithUse[] =>
  labels.filter(({ id }) => id !== removedId);
