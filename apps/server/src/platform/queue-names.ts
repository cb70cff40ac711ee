/** Log-in codes and account email; virus scans; exports with their conversions; everything else. */
export const QUEUES = ['codes', 'scans', 'exports', 'general'] as const;
export type QueueName = (typeof QUEUES)[number];
