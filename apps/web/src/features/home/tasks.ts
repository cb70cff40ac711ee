import type { Element } from '@cairn/contract';
import { isWanted } from '@cairn/contract/task-terms';

export interface Tasks {
  /** What the person can send now: what was sent back first, then in the package's order. */
  todo: Element[];
  /** Sent, and with the lender. */
  sent: number;
  approved: number;
}

const isSentBack = ({ rejectedByUserId }: Element): boolean => rejectedByUserId !== null;

export function tasksOf(elements: Element[]): Tasks {
  const files = elements.filter(({ storageType }) => storageType === 'FILE');
  const wanted = files.filter((file) => isWanted(file) && file.abilities.answer);
  const approved = files.filter(({ approvedByUserId }) => approvedByUserId !== null).length;
  return {
    todo: [...wanted.filter(isSentBack), ...wanted.filter((file) => !isSentBack(file))],
    sent: files.filter((file) => !isWanted(file)).length - approved,
    approved,
  };
}

const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`);

/** "Elena, 5 things left to do"; nothing is said before it is known. */
export function headline(name: string | null, left: number | null): string {
  const comma = name ? `${name}, ` : '';
  if (left === null) return name ? `Hello, ${name}` : 'Hello';
  if (left === 0) return `${comma}${name ? 'you’re' : 'You’re'} all caught up`;
  return `${comma}${things(left)} left to do`;
}

/** By the clock on the wall of whoever reads it. */
export function greeting(name: string | null, hour: number): string {
  const part = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  return name ? `${part}, ${name}` : part;
}
