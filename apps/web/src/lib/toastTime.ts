import { timing } from '../tokens.json';
import type { Toast } from './toast.ts';

const STAY_MS = timing.toastMs;
const STAY_MAX_MS = 20_000;
/** An error stays 1.5 times as long as it takes to read at 3.9 words per second. */
const READING_FACTOR = 1.5;
const WORDS_PER_SECOND = 3.9;

function errorStayMs(message: string): number {
  const words = message.trim().split(/\s+/).length;
  const ms = ((READING_FACTOR * words) / WORDS_PER_SECOND) * 1000;
  return Math.min(Math.max(ms, STAY_MS), STAY_MAX_MS);
}

/** How long a toast is shown. This is a separate module, because the first page shows no toasts. */
export const stayMsOf = ({ kind, message, stayMs }: Toast): number =>
  stayMs ?? (kind === 'error' ? errorStayMs(message) : STAY_MS);
