/**
 * What the home cell of a person says of them to another cell: signed with its own key, for that cell alone, for half a
 * minute. It travels between servers only; no browser sees one.
 */
import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { newId } from '../ids.ts';
import type { CellConfig } from './config-cells.ts';

const LIVES_MS = 30_000;
/** How far clocks of two cells may be apart. */
const SKEW_MS = 5_000;

const statement = z.strictObject({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  /** A statement to list roles enters nothing, and one to end sessions neither. */
  use: z.enum(['list', 'enter', 'end']),
  until: z.number(),
  account: z.strictObject({
    id: z.uuid(),
    emailAddress: z.string(),
    givenName: z.string(),
    familyName: z.string(),
  }),
});
export type Statement = z.infer<typeof statement>;

export function signStatement(
  { name, key }: Pick<CellConfig, 'name' | 'key'>,
  given: Pick<Statement, 'to' | 'use' | 'account'>,
  now = Date.now(),
): string {
  const content = { id: newId(), from: name, until: now + LIVES_MS, ...given };
  const body = Buffer.from(JSON.stringify(content));
  return `${body.toString('base64url')}.${sign(null, body, key).toString('base64url')}`;
}

/** Undefined for what no cell of ours said to this one, for this use, a moment ago. */
export function readStatement(
  { name, cells }: Pick<CellConfig, 'name' | 'cells'>,
  token: string,
  use: Statement['use'],
  now = Date.now(),
): Statement | undefined {
  const [body, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!body || !signature) return undefined;
  const claims = statement.safeParse(parseJson(body)).data;
  const from = cells.find((cell) => cell.name === claims?.from);
  if (!claims || !from || from.name === name) return undefined;
  if (!verify(null, body, from.publicKey, signature)) return undefined;
  const isCurrent = claims.until > now - SKEW_MS && claims.until <= now + LIVES_MS + SKEW_MS;
  return claims.to === name && claims.use === use && isCurrent ? claims : undefined;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
