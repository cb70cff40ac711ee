import { inZone } from './dates.ts';

/** "Nov 16, 2026, 2:14 PM PST": with the zone, because a receipt is read elsewhere. */
export const formatMoment = (timestamp: string): string =>
  inZone('receipt', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(timestamp));

/** The beginning and the end of 64 digits. */
export const shortFingerprint = (sha256: string): string =>
  `${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-8, -4)} ${sha256.slice(-4)}`;
