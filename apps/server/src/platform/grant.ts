import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';

declare const granted: unique symbol;

/**
 * A row that this actor may do this to. Domain functions that change a row take only this type, so a
 * row that nobody checked does not compile.
 */
export type Granted<Ability extends string, Row> = Row & { readonly [granted]: Ability };

/** The rules of a module: for each ability a sentence about actor and row. */
export type Policy<Row> = Record<string, (actor: Actor, row: Row) => boolean>;

export function grant<Row, P extends Policy<Row>, Ability extends keyof P & string>(
  policy: P,
  ability: Ability,
  actor: Actor,
  row: Row,
): Granted<Ability, Row> {
  if (!policy[ability]!(actor, row)) throw new Refusal('UNAUTHORIZED');
  return row as Granted<Ability, Row>;
}
