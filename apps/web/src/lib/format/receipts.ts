import { inZone } from './dates.ts';

/** "Nov 16, 2026, 2:14 PM PST". The zone is included, because a receipt may be read in another time zone. */
export const formatMoment = (timestamp: string): string =>
  inZone('receipt', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(timestamp));

/** The first and the last eight of the 64 hex digits, in groups of four. */
export const shortFingerprint = (sha256: string): string =>
  `${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-8, -4)} ${sha256.slice(-4)}`;
