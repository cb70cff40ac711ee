import { z } from 'zod';
import { MAX_MAINTENANCE_DAYS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { moment, timestamp } from './shapes.ts';

const MAINTENANCE_STATES = ['NONE', 'SCHEDULED', 'ACTIVE', 'ENDED'] as const;
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

const maintenanceWindow = z.object({
  /** Null if no window is set. */
  start: timestamp.nullable(),
  end: timestamp.nullable(),
  state: z.enum(MAINTENANCE_STATES),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

/** The maintenance window as all users see it. */
export const announcedWindow = z.object({
  start: timestamp,
  end: timestamp,
  state: z.enum(['SCHEDULED', 'ACTIVE']),
});

const MAX_WINDOW_MS = MAX_MAINTENANCE_DAYS * 86_400_000;

export const maintenance = {
  getMaintenance: endpoint({
    method: 'GET',
    path: '/v2/admin/maintenance',
    audience: 'admin',
    summary: 'The maintenance window, if one is set, and whether it is on',
    reply: maintenanceWindow,
    shows: ['maintenance'],
  }),
  setMaintenance: endpoint({
    method: 'POST',
    path: '/v2/admin/maintenance',
    audience: 'admin',
    summary: 'Set the maintenance window, in place of any before; every open page is told',
    body: z
      .strictObject({ start: moment, end: moment })
      .refine(({ start, end }) => Date.parse(end) > Date.parse(start), {
        path: ['end'],
        error: 'Must be after the start',
      })
      .refine(({ start, end }) => Date.parse(end) - Date.parse(start) <= MAX_WINDOW_MS, {
        path: ['end'],
        error: `Must be at most ${MAX_MAINTENANCE_DAYS} days after the start`,
      }),
    reply: maintenanceWindow,
    errors: ['INVALID_REQUEST'],
    changes: ['maintenance'],
  }),
  clearMaintenance: endpoint({
    method: 'DELETE',
    path: '/v2/admin/maintenance',
    audience: 'admin',
    summary: 'Clear the maintenance window, also one that is on; users can log in again at once',
    reply: maintenanceWindow,
    changes: ['maintenance'],
  }),
};
