/** Types of the matrix's requests: an aim builds the request with which a call addresses an object of a target. */
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

export interface Aimed {
  params?: Record<string, string>;
  query?: Record<string, string | number | string[]>;
  body?: object;
}
export interface Aim {
  /** The scopes of objects that make a difference to this call. */
  scopes: readonly Scope[];
  at(target: Target, scope: Scope): Aimed;
  /** Fields that this call shows to any caller by design. */
  open?: readonly string[];
}

export const LOAN: readonly Scope[] = ['own', 'same-company', 'other-company', 'missing'];
export const ELEMENT: readonly Scope[] = [
  'own',
  'assigned',
  'assigned-elsewhere',
  'hidden',
  'same-company',
  'other-company',
  'missing',
];
/** Scopes of objects that belong to a company and to no loan. */
export const COMPANY: readonly Scope[] = ['own', 'other-company', 'missing'];
/** For calls without an object: the reply itself is searched for what the caller may not see. */
export const NOTHING: readonly Scope[] = ['own'];

export const loanById = ({ loan }: Target): Aimed => ({ params: { id: loan.id } });
