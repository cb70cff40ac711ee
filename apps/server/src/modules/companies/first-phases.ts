import type { PhaseCategory } from '@cairn/contract';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { orderPhases } from './phase-order.ts';
import { insertPhases } from './store.ts';

/** Initial phases of a new company, which can be renamed and reordered: a pipeline needs phases to hold loans. */
const FIRST_PHASES: readonly { name: string; category: PhaseCategory }[] = [
  { name: 'Inquiry', category: 'LEAD' },
  { name: 'Prequalification', category: 'LEAD' },
  { name: 'Application', category: 'ORIGINATION' },
  { name: 'Document collection', category: 'ORIGINATION' },
  { name: 'Underwriting', category: 'ORIGINATION' },
  { name: 'Closing', category: 'ORIGINATION' },
  { name: 'Servicing', category: 'PORTFOLIO' },
  { name: 'Paid off', category: 'ARCHIVE' },
  { name: 'Withdrawn', category: 'ARCHIVE' },
];

export const insertFirstPhases = (tx: Tx, companyId: string): Promise<void> =>
  insertPhases(
    tx,
    companyId,
    orderPhases(FIRST_PHASES.map((phase) => ({ id: newId(), ...phase }))),
  );
