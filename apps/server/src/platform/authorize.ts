import type { Actor } from './actor.ts';
import { ApiError } from './api-error.ts';

declare const authorized: unique symbol;

/**
 * A row that this actor may do this to. Domain functions that change a row take only this type, so a
 * row without a check does not compile.
 */
export type Authorized<Ability extends string, Row> = Row & { readonly [authorized]: Ability };

/** The rules of a module: for each ability a sentence about actor and row. */
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
