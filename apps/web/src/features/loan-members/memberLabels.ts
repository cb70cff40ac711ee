import type { Label, Party } from '@cairn/contract';

/** The people after the labels of one person are replaced. */
export const withLabels = (people: Party[], userId: string, labels: Label[]): Party[] =>
  people.map((party) => (party.id === userId ? { ...party, labels } : party));
