import type { Label, Party } from '@cairn/contract';

/** The people as they will be with exactly these labels on that one. */
export const withLabels = (people: Party[], userId: string, labels: Label[]): Party[] =>
  people.map((party) => (party.id === userId ? { ...party, labels } : party));
