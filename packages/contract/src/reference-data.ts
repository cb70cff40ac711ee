import { z } from 'zod';
import { PHASE_CATEGORIES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { announcedWindow } from './maintenance.ts';
import { id } from './shapes.ts';

const option = z.object({ value: z.string(), label: z.string() });
export type Option = z.infer<typeof option>;

export const javascriptConstants = z.object({
  /** Full names by abbreviation. */
  states: z.record(z.string(), z.string()),
  loanStatuses: z.array(option),
  loanTypes: z.array(option),
  entityTypes: z.array(option),
  knowledgeBases: z.array(option),
  priorities: z.array(option),
  phaseCategories: z.array(z.enum(PHASE_CATEGORIES)),
  /** The current or next maintenance window, which all users may see. */
  maintenance: announcedWindow.nullable(),
  /** Accounts to exclude from counts; only for logged-in callers. */
  systemUsersIds: z.array(id).optional(),
});
export type JavascriptConstants = z.infer<typeof javascriptConstants>;

export const referenceData = {
  getJavascriptConstants: endpoint({
    method: 'GET',
    path: '/v1/javascriptConstants',
    audience: 'public',
    summary: 'The lists that forms choose from; with a session also whom counts leave out',
    reply: javascriptConstants,
    shows: ['session', 'maintenance'],
    silent: true,
    duringMaintenance: true,
  }),
  getFrontendKeys: endpoint({
    method: 'GET',
    path: '/v2/frontend/keys',
    audience: 'session',
    summary: 'License keys of third-party viewers; empty where none was bought',
    reply: z.object({
      googleMapsKey: z.string(),
      pdftronKey: z.string(),
      syncfusionKey: z.string(),
    }),
    silent: true,
  }),
};
