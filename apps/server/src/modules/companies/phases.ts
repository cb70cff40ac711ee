import type { PhaseGiven } from '@cairn/contract';
import { companies } from '@cairn/contract/companies';
import type { ReleasePhase } from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { refuseBeyondPlan } from './loan-plan.ts';
import { companyToRun } from './companies.ts';
import { orderPhases, type PhaseToPlace, type PlacedPhase } from './phase-order.ts';
import {
  companiesOfPhases,
  deletePhasesById,
  insertPhases,
  phasesOf,
  updatePhases,
  type PhaseRow,
} from './store.ts';

const MAX_PHASES = 100;

/** All or none. Runs under the company's lock, so that what is read here is what changes. */
export async function savePhases(tx: Tx, actor: Actor, changes: readonly PhaseGiven[]) {
  const companyId = theOneCompany(changes);
  const company = await companyToRun(tx, actor, companyId);
  const rows = await tx.run(phasesOf(companyId));
  refuseUnknown(changes, rows);
  if (rows.length + changes.filter(({ id }) => id === undefined).length > MAX_PHASES) {
    throw invalidField('name', `A company has at most ${MAX_PHASES} phases`);
  }
  const added = changes.filter(({ id }) => id === undefined).map((phase) => asNew(phase));
  const ordered = orderPhases([...rows.map((row) => withChange(row, changes)), ...added]);
  const isNew = ({ id }: PlacedPhase) => added.some((phase) => phase.id === id);
  const changed = ordered.filter((phase) => !isNew(phase) && !isAsBefore(phase, rows));
  await refuseBeyondPlan(tx, companyId, loansBackFromArchive(changed, rows));
  if (added.length > 0) await insertPhases(tx, companyId, ordered.filter(isNew));
  if (changed.length > 0) await updatePhases(tx, company, changed);
  recordEvent(tx, {
    kind: 'phases.changed',
    companyId,
    actorId: actor.accountId,
    changes: companies.savePhases.changes ?? [],
    detail: { added: added.map(({ id }) => id), changed: changed.map(({ id }) => id) },
    ...startNotifying(companyId, actor, releasesBefore(changed, rows)),
  });
  return tx.run(phasesOf(companyId));
}

/** Loans of a phase that leaves the archive leave it too. */
const loansBackFromArchive = (
  changed: readonly PlacedPhase[],
  rows: readonly PhaseRow[],
): number => {
  const archived = rows.filter(({ category }) => category === 'ARCHIVE');
  const emptied = archived.filter(({ id }) =>
    changed.some((phase) => phase.id === id && phase.category !== 'ARCHIVE'),
  );
  return emptied.reduce((sum, { loans }) => sum + (loans ?? 0), 0);
};

interface ChangedRelease {
  readonly phaseId: string;
  readonly from: ReleasePhase | null;
}

/** The current release of phases whose loans may release more afterwards, from the database. */
const releasesBefore = (
  changed: readonly PlacedPhase[],
  rows: readonly PhaseRow[],
): ChangedRelease[] =>
  changed.flatMap(({ id, releases }) => {
    const before = rows.find((row) => row.id === id)?.releases ?? null;
    return releases && releases !== before ? [{ phaseId: id, from: before }] : [];
  });

const startNotifying = (companyId: string, actor: Actor, phases: ChangedRelease[]) =>
  phases.length === 0
    ? {}
    : {
        starts: {
          workflow: 'notifyReleased' as const,
          input: { companyId, actorId: actor.accountId, phases },
        },
      };

export async function deletePhases(tx: Tx, actor: Actor, ids: readonly string[]) {
  if (ids.length === 0) throw invalidField('id', 'Required');
  const phases = await tx.run(companiesOfPhases(actor, ids));
  const [first] = phases;
  const foreign = phases.some(({ id }) => id !== first!.id);
  if (!first || foreign || phases.length !== new Set(ids).size) throw new ApiError('NOT_FOUND');
  const companyId = first.id;
  const company = await companyToRun(tx, actor, companyId);
  const rows = await tx.run(phasesOf(companyId));
  if (!ids.every((id) => rows.some((row) => row.id === id))) throw new ApiError('NOT_FOUND');
  if (rows.some((row) => ids.includes(row.id) && (row.loans ?? 0) > 0)) {
    throw new ApiError('PHASE_IN_USE');
  }
  // If a loan is moved into it concurrently, the foreign key refuses the deletion.
  await deletePhasesById(tx, company, ids).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new ApiError('PHASE_IN_USE') : error;
  });
  const rest = rows.filter((row) => !ids.includes(row.id));
  const changed = orderPhases(rest.map(asKnown)).filter((phase) => !isAsBefore(phase, rows));
  if (changed.length > 0) await updatePhases(tx, company, changed);
  recordEvent(tx, {
    kind: 'phases.removed',
    companyId,
    actorId: actor.accountId,
    changes: companies.deletePhases.changes ?? [],
    detail: { removed: [...ids] },
  });
  return tx.run(phasesOf(companyId));
}

function theOneCompany(changes: readonly PhaseGiven[]): string {
  const [companyId, ...others] = new Set(changes.map(({ lenderId }) => lenderId));
  if (others.length > 0) throw invalidField('lenderId', 'All phases must be of one company');
  return companyId!;
}

function refuseUnknown(changes: readonly PhaseGiven[], rows: readonly PhaseRow[]): void {
  const ids = changes.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw invalidField('id', 'Each phase once');
  if (!ids.every((id) => rows.some((row) => row.id === id))) throw new ApiError('NOT_FOUND');
}

const asKnown = ({
  id,
  name,
  category,
  display_order,
  releases,
  servicing,
}: PhaseRow): PhaseToPlace => ({
  id,
  name,
  category,
  releases,
  servicing,
  now: display_order,
});

function withChange(row: PhaseRow, changes: readonly PhaseGiven[]): PhaseToPlace {
  const placed = asKnown(row);
  const change = changes.find(({ id }) => id === row.id);
  if (!change) return placed;
  const category = change.category ?? row.category;
  return {
    ...placed,
    name: change.name ?? row.name,
    category,
    now: category === row.category ? row.display_order : undefined,
    newPosition: change.displayOrder,
    releases: change.releases === undefined ? row.releases : change.releases,
    // Only phases of the portfolio can have the flag.
    servicing: category === 'PORTFOLIO' && (change.servicing ?? row.servicing),
  };
}

const asNew = (change: PhaseGiven): PhaseToPlace => ({
  id: newId(),
  name: change.name!,
  category: change.category!,
  newPosition: change.displayOrder,
  releases: change.releases,
  servicing: change.category === 'PORTFOLIO' && change.servicing === true,
});

const isAsBefore = (phase: PlacedPhase, rows: readonly PhaseRow[]): boolean =>
  rows.some(
    (row) =>
      row.id === phase.id &&
      row.name === phase.name &&
      row.category === phase.category &&
      row.display_order === phase.displayOrder &&
      row.releases === phase.releases &&
      row.servicing === phase.servicing,
  );
