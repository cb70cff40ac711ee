/**
 * A statement of a person's home cell about them, for one other cell: signed with the home cell's key and valid for
 * half a minute. Statements travel between servers only; browsers never see one.
 */
import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { newId } from '../ids.ts';
import type { CellConfig } from './config-cells.ts';

const LIVES_MS = 30_000;
/** Allowed clock difference between two cells. */
const SKEW_MS = 5_000;

const statement = z.strictObject({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  /** The only purpose that the statement is accepted for: list roles, enter a role, or end sessions. */
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
  facts: Pick<Statement, 'to' | 'use' | 'account'>,
  now = Date.now(),
): string {
  const content = { id: newId(), from: name, until: now + LIVES_MS, ...facts };
  const body = Buffer.from(JSON.stringify(content));
  return `${body.toString('base64url')}.${sign(null, body, key).toString('base64url')}`;
}

/** Undefined unless one of our cells made the statement for this cell and this use, and it has not expired. */
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
