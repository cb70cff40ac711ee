import { z } from 'zod';
import type { Actor } from './actor.ts';
import { sign, signatureMatches } from './crypto.ts';

const MINUTE_MS = 60_000;

const ordered = { accountId: z.string(), asked: z.number() };
type Ordered<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<typeof ordered & Shape>>;

/**
 * Signed orders for a file that is generated while it is fetched: what was requested, by whom and when, valid for one
 * minute by default. The URL itself proves that we issued it, so fetching it writes nothing.
 */
export function orders<Shape extends z.ZodRawShape>(
  purpose: string,
  shape: Shape,
  goodForMs = MINUTE_MS,
) {
  const order = z.strictObject({ ...ordered, ...shape });
  return {
    write(secretKey: string, content: Ordered<Shape>): string {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${sign(secretKey, purpose, text)}`;
    },
    read(secretKey: string, token: string, actor: Actor): Ordered<Shape> | undefined {
      const [text = '', signature = ''] = token.split('.');
      if (!signatureMatches(signature, sign(secretKey, purpose, text))) return undefined;
      const content: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
      const value = order.parse(content) as Ordered<Shape>;
      const { accountId, asked: askedAt } = value as { accountId: string; asked: number };
      return accountId === actor.accountId && Date.now() < askedAt + goodForMs ? value : undefined;
    },
  };
}
