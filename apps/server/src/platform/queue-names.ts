/** Log-in codes and account email; virus scans; pages and text of documents; exports; everything else. */
export const QUEUES = ['codes', 'scans', 'documents', 'exports', 'general'] as const;
export type QueueName = (typeof QUEUES)[number];
