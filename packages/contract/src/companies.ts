import { z } from 'zod';
import { PHASE_CATEGORIES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

export const phase = z.object({
  id,
  name: z.string(),
  lenderId: id,
  displayOrder: z.number().int(),
  category: z.enum(PHASE_CATEGORIES),
});
export type Phase = z.infer<typeof phase>;

/** Totals are kept by the writes that change them, never counted when read. */
export const phaseWithTotals = phase.extend({
  /** Null for people outside the company: how large its pipeline is, is its own affair. */
  loanCount: z.number().int().nullable(),
  loanAmount: z.number().nullable(),
});
export type PhaseWithTotals = z.infer<typeof phaseWithTotals>;

export const companies = {
  listPhases: endpoint({
    method: 'GET',
    path: '/v1/lenders/{companyId}/phases',
    audience: 'session',
    summary: 'The phases a company runs its loans through, in display order, with totals',
    params: z.strictObject({ companyId: id }),
    reply: z.object({ phases: z.array(phaseWithTotals) }),
    errors: ['NOT_FOUND'],
    shows: ['phase'],
  }),
};
