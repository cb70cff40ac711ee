import type { PhaseGiven } from '@cairn/contract';
import { companies } from '@cairn/contract/companies';
import type { ReleasePhase } from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { isForeignKeyViolation } from '../../platform/db/pg-errors.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
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
export async function savePhases(tx: Tx, actor: Actor, given: readonly PhaseGiven[]) {
  const companyId = theOneCompany(given);
  const company = await companyToRun(tx, actor, companyId);
  const known = await tx.run(phasesOf(companyId));
  refuseUnknown(given, known);
  if (known.length + given.filter(({ id }) => id === undefined).length > MAX_PHASES) {
    throw wrong('name', `A company has at most ${MAX_PHASES} phases`);
  }
  const added = given.filter(({ id }) => id === undefined).map((phase) => asNew(phase));
  const wanted = orderPhases([...known.map((row) => withChange(row, given)), ...added]);
  const isNew = ({ id }: PlacedPhase) => added.some((phase) => phase.id === id);
  const changed = wanted.filter((phase) => !isNew(phase) && !isAsBefore(phase, known));
  await refuseBeyondPlan(tx, companyId, loansBackFromArchive(changed, known));
  if (added.length > 0) await insertPhases(tx, companyId, wanted.filter(isNew));
  if (changed.length > 0) await updatePhases(tx, company, changed);
  recordEvent(tx, {
    kind: 'phases.changed',
    companyId,
    actorId: actor.accountId,
    changes: companies.savePhases.changes ?? [],
    detail: { added: added.map(({ id }) => id), changed: changed.map(({ id }) => id) },
    ...startNotifying(companyId, actor, releasesBefore(changed, known)),
  });
  return tx.run(phasesOf(companyId));
}

/** Loans of a phase that leaves the archive leave it too. */
const loansBackFromArchive = (
  changed: readonly PlacedPhase[],
  known: readonly PhaseRow[],
): number => {
  const archived = known.filter(({ category }) => category === 'ARCHIVE');
  const left = archived.filter(({ id }) =>
    changed.some((phase) => phase.id === id && phase.category !== 'ARCHIVE'),
  );
  return left.reduce((sum, { loans }) => sum + (loans ?? 0), 0);
};

interface ChangedRelease {
  readonly phaseId: string;
  readonly from: ReleasePhase | null;
}

/** The current release of phases whose loans may release more afterwards, from the database. */
const releasesBefore = (
  changed: readonly PlacedPhase[],
  known: readonly PhaseRow[],
): ChangedRelease[] =>
  changed.flatMap(({ id, releases }) => {
    const before = known.find((row) => row.id === id)?.releases ?? null;
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
  if (ids.length === 0) throw wrong('id', 'Required');
  const found = await tx.run(companiesOfPhases(actor, ids));
  const [first] = found;
  const foreign = found.some(({ id }) => id !== first!.id);
  if (!first || foreign || found.length !== new Set(ids).size) throw new ApiError('NOT_FOUND');
  const companyId = first.id;
  const company = await companyToRun(tx, actor, companyId);
  const known = await tx.run(phasesOf(companyId));
  if (!ids.every((id) => known.some((row) => row.id === id))) throw new ApiError('NOT_FOUND');
  if (known.some((row) => ids.includes(row.id) && (row.loans ?? 0) > 0)) {
    throw new ApiError('PHASE_IN_USE');
  }
  // If a loan is moved into it concurrently, the foreign key refuses the deletion.
  await deletePhasesById(tx, company, ids).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new ApiError('PHASE_IN_USE') : error;
  });
  const rest = known.filter((row) => !ids.includes(row.id));
  const changed = orderPhases(rest.map(asKnown)).filter((phase) => !isAsBefore(phase, known));
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

function theOneCompany(given: readonly PhaseGiven[]): string {
  const [companyId, ...others] = new Set(given.map(({ lenderId }) => lenderId));
  if (others.length > 0) throw wrong('lenderId', 'All phases must be of one company');
  return companyId!;
}

function refuseUnknown(given: readonly PhaseGiven[], known: readonly PhaseRow[]): void {
  const ids = given.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw wrong('id', 'Each phase once');
  if (!ids.every((id) => known.some((row) => row.id === id))) throw new ApiError('NOT_FOUND');
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

function withChange(row: PhaseRow, given: readonly PhaseGiven[]): PhaseToPlace {
  const known = asKnown(row);
  const change = given.find(({ id }) => id === row.id);
  if (!change) return known;
  const category = change.category ?? row.category;
  return {
    ...known,
    name: change.name ?? row.name,
    category,
    now: category === row.category ? row.display_order : undefined,
    wanted: change.displayOrder,
    releases: change.releases === undefined ? row.releases : change.releases,
    // Only phases of the portfolio can have the flag.
    servicing: category === 'PORTFOLIO' && (change.servicing ?? row.servicing),
  };
}

const asNew = (given: PhaseGiven): PhaseToPlace => ({
  id: newId(),
  name: given.name!,
  category: given.category!,
  wanted: given.displayOrder,
  releases: given.releases,
  servicing: given.category === 'PORTFOLIO' && given.servicing === true,
});

const isAsBefore = (phase: PlacedPhase, known: readonly PhaseRow[]): boolean =>
  known.some(
    (row) =>
      row.id === phase.id &&
      row.name === phase.name &&
      row.category === phase.category &&
      row.display_order === phase.displayOrder &&
      row.releases === phase.releases &&
      row.servicing === phase.servicing,
  );

const wrong = (field: string, why: string): ApiError =>
  new ApiError('INVALID_REQUEST', { fieldErrors: { [field]: why } });
