import type { Actor } from './actor.ts';
import { ApiError } from './api-error.ts';

declare const authorized: unique symbol;

/**
 * A row on which this actor may do this. Domain functions that change a row accept only this type, so code that skips
 * the check does not compile.
 */
export type Authorized<Ability extends string, Row> = Row & { readonly [authorized]: Ability };

/** The rules of a module: one predicate over actor and row for each ability. */
export type Policy<Row> = Record<string, (actor: Actor, row: Row) => boolean>;

export function authorize<Row, P extends Policy<Row>, Ability extends keyof P & string>(
  policy: P,
  ability: Ability,
  actor: Actor,
  row: Row,
): Authorized<Ability, Row> {
  if (!policy[ability]!(actor, row)) throw new ApiError('UNAUTHORIZED');
  return row as Authorized<Ability, Row>;
}
