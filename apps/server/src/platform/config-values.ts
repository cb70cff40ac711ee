/** Kinds of values that environment variables have. */
import { z } from 'zod';
import { HTTPS, isLoopback } from './config-connections.ts';

export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });

export const httpUrl = z
  .string({ error: 'is not set' })
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'must be an http or https URL',
  });

export const withoutFinalSlash = (url: string): string => url.replace(/\/$/, '');

export const requireHttps = (value: string): string | undefined =>
  URL.parse(value)?.protocol === 'https:' ? undefined : HTTPS;

/** For secrets and personal data, for which ALLOW_PLAINTEXT makes no exception. */
export const requireHttpsBeyondThisMachine = (value: string): string | undefined =>
  isLoopback(new URL(value).hostname) ? undefined : requireHttps(value);
