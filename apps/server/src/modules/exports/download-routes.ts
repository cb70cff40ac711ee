/** Downloads of selected elements of a loan, or of selected files in the shoebox. */
import { downloads } from '@cairn/contract/downloads';
import {
  DOWNLOADS_LISTED,
  MAX_DOWNLOADS_A_DAY,
  MAX_DOWNLOADS_AT_ONCE,
  type ExportOptions,
  type PackageKind,
} from '@cairn/contract/export-terms';
import type { Actor } from '../../platform/actor.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent, type DomainEvent } from '../../platform/record-event.ts';
import { loanSeenBy } from '../loans/index.ts';
import { findItemsToDownload } from '../shoebox/index.ts';
import {
  countOtherDownloads,
  filesOfJobs,
  findJob,
  insertJob,
  jobById,
  jobsOf,
  lockDownloads,
  queueJobFile,
  removeJobs,
  type JobRow,
} from './download-store.ts';
import {
  packageForSelections,
  selectElements,
  selectShoeboxItems,
  type SelectablePackage,
  type Selection,
} from './plan-selection.ts';
import { countFiles, optionsIn } from './plan.ts';
import { presentJob } from './present-download.ts';
import { sendExport, type SendDeps } from './send-export.ts';

type Kind = Extract<PackageKind, 'ZIP' | 'PDF'>;

export const downloadRoutes = (deps: SendDeps) =>
  routes(downloads, {
    listElementDownloads: async ({ actor, params, reads }) =>
      elementJobs(reads, actor, await packageForSelections(reads, actor, params.loanId)),

    createElementDownload: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loanPackage = await packageForSelections(tx, actor, params.loanId);
        const { ids, options, before } = await askedFor(tx, actor, loanPackage.loanId, {
          ...body,
          ids: body.elementIds,
        });
        await create(tx, actor, [selectElements(loanPackage, ids, options)], {
          kinds: kindsOf(body),
          before,
        });
        return elementJobs(tx, actor, loanPackage);
      }),

    removeElementDownloads: ({ actor, params, query, body, write }) =>
      write(async (tx) => {
        const loanPackage = await packageForSelections(tx, actor, params.loanId);
        await remove(tx, actor, loanPackage.loanId, query.jobid ?? body.jobid);
        return elementJobs(tx, actor, loanPackage);
      }),

    listShoeboxDownloads: ({ actor, reads }) => shoeboxJobs(reads, actor),

    createShoeboxDownload: ({ actor, body, write }) =>
      write(async (tx) => {
        const kinds = kindsOf(body);
        const { ids, options, before } = await askedFor(tx, actor, null, {
          ...body,
          ids: body.itemIds,
          approvedOnly: false,
        });
        const items = await findItemsToDownload(tx, actor, ids);
        await create(tx, actor, selectShoeboxItems(actor, items, ids, options), { kinds, before });
        return shoeboxJobs(tx, actor);
      }),

    removeShoeboxDownloads: ({ actor, query, body, write }) =>
      write(async (tx) => {
        await remove(tx, actor, null, query.jobid ?? body.jobid);
        return shoeboxJobs(tx, actor);
      }),

    downloadJobFile: async ({ actor, params, query: { kind }, reads, traced, http }) => {
      const packageKind = kind === 'zip' ? 'ZIP' : 'PDF';
      const { file, name } = await traced(async (transaction) => {
        const {
          job,
          selection,
          file: ready,
        } = await readyFile(transaction, actor, params.id, packageKind);
        const { loanId, plan } = selection;
        const loan = loanId === null ? undefined : await loanSeenBy(transaction, actor, loanId);
        const detail = {
          jobId: job.id,
          packageId: ready.id,
          package: packageKind,
          files: plan.files.length,
          fingerprint: selection.fingerprint.toString('hex'),
        };
        return {
          content: { file: ready, name: `${loan?.name ?? 'Shoebox'} selection.${kind}` },
          events: eventsOf(actor, selection, { kind: 'download.read', changes: [], detail }),
        };
      });
      return sendExport(deps, http, file, {
        name,
        stillAllowed: async () => {
          await readyFile(reads, actor, params.id, packageKind);
        },
      });
    },
  });

function kindsOf({ zip, pdf }: { zip: boolean; pdf: boolean }): Kind[] {
  if (!zip && !pdf) throw invalidField('zip', 'Required');
  return [...(zip ? (['ZIP'] as const) : []), ...(pdf ? (['PDF'] as const) : [])];
}

interface Asked {
  ids: string[] | undefined;
  jobid?: string | undefined;
}

/** A selection with its options, or those of an earlier job. */
async function askedFor(
  tx: Tx,
  actor: Actor,
  loanId: string | null,
  { ids, jobid, ...options }: ExportOptions & Asked,
): Promise<{ ids: readonly string[]; options: ExportOptions; before?: JobRow }> {
  if ((ids === undefined) === (jobid === undefined)) {
    throw new ApiError('INVALID_REQUEST', {
      fieldErrors: { jobid: 'Either a selection or an earlier download' },
    });
  }
  if (ids !== undefined) return { ids, options };
  const [before] = await tx.run(jobById(actor.accountId, jobid!));
  if (!before || before.loan_id !== loanId) throw new ApiError('NOT_FOUND');
  return { ids: before.item_ids, options: optionsIn(before.options), before };
}

/** The file made from exactly the selected documents that the caller sees now. */
async function readyFile(reads: Queries, actor: Actor, jobId: string, kind: Kind) {
  const [job] = await reads.run(jobById(actor.accountId, jobId));
  if (!job) throw new ApiError('NOT_FOUND');
  const selection = await selectAgain(reads, actor, job);
  const files = await filesOfJobs(reads, [job]);
  const file = files.find(
    (each) => each.kind === kind && each.state === 'READY' && each.sha256 !== null,
  );
  if (!file || !isSame(job, selection)) throw new ApiError('PACKAGE_NOT_READY');
  return { job, selection, file };
}

async function selectAgain(reads: Queries, actor: Actor, job: JobRow): Promise<Selection> {
  if (job.loan_id !== null) {
    const loanPackage = await packageForSelections(reads, actor, job.loan_id);
    return selectElements(loanPackage, job.item_ids, optionsIn(job.options));
  }
  const items = await findItemsToDownload(reads, actor, job.item_ids);
  return selectShoeboxItems(actor, items, job.item_ids, optionsIn(job.options))[0]!;
}

const isSame = ({ fingerprint }: JobRow, selection: Selection): boolean =>
  selection.fingerprint.equals(fingerprint);

async function elementJobs(reads: Queries, actor: Actor, loanPackage: SelectablePackage) {
  const jobs = await reads.run(jobsOf(actor.accountId, loanPackage.loanId).limit(DOWNLOADS_LISTED));
  const selections = jobs.map((job) =>
    orGone(() => selectElements(loanPackage, job.item_ids, optionsIn(job.options))),
  );
  return present(reads, jobs, selections);
}

async function shoeboxJobs(reads: Queries, actor: Actor) {
  const jobs = await reads.run(jobsOf(actor.accountId, null).limit(DOWNLOADS_LISTED));
  const ids = jobs.flatMap(({ item_ids }) => item_ids);
  const items = jobs.length === 0 ? [] : await findItemsToDownload(reads, actor, ids);
  const selections = jobs.map((job) =>
    orGone(() => selectShoeboxItems(actor, items, job.item_ids, optionsIn(job.options))[0]!),
  );
  return present(reads, jobs, selections);
}

/** Undefined if the caller no longer sees something of the selection, or may no longer download it. */
function orGone(select: () => Selection): Selection | undefined {
  try {
    return select();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function present(
  reads: Queries,
  jobs: readonly JobRow[],
  selections: readonly (Selection | undefined)[],
) {
  const byJob = Map.groupBy(await filesOfJobs(reads, jobs), ({ job_id }) => job_id);
  return {
    jobs: jobs.map((job, index) => {
      const now = selections[index];
      const files = byJob.get(job.id) ?? [];
      return presentJob(job, files, { now, isSame: now !== undefined && isSame(job, now) });
    }),
  };
}

async function create(
  tx: Tx,
  actor: Actor,
  selections: readonly Selection[],
  { kinds, before }: { kinds: readonly Kind[]; before: JobRow | undefined },
): Promise<void> {
  if (selections.every(({ plan }) => countFiles(plan) === 0)) {
    throw new ApiError('NOTHING_TO_DOWNLOAD');
  }
  const { accountId } = actor;
  await lockDownloads(tx, accountId);
  for (const selection of selections.filter(({ plan }) => countFiles(plan) > 0)) {
    const existing = await findJob(tx, accountId, selection);
    const { today, underWay } = await countOtherDownloads(tx, accountId, existing);
    const isFull = today >= MAX_DOWNLOADS_A_DAY || underWay >= MAX_DOWNLOADS_AT_ONCE;
    const jobId = existing ?? (await insertJob(tx, accountId, selection));
    const packageIds: string[] = [];
    for (const kind of kinds) {
      const id = await queueJobFile(tx, accountId, { jobId, kind, selection });
      if (id !== undefined) packageIds.push(id);
    }
    // A file that exists already, or is being built, is no new work.
    if (packageIds.length > 0 && isFull) throw new ApiError('TOO_MANY_DOWNLOADS');
    if (packageIds.length > 0) recordAsked(tx, actor, selection, { jobId, kinds, packageIds });
    // Of what was selected then: this one is in its place.
    if (before && before.id !== jobId) await removeJobs(tx, [before]);
  }
}

/** One event for each loan concerned, so that each loan's audit log has it. No other user's page changes. */
const eventsOf = (
  { accountId }: Actor,
  { companyId, loanIds }: Pick<Selection, 'companyId' | 'loanIds'>,
  event: Pick<DomainEvent, 'kind' | 'changes' | 'detail'>,
): DomainEvent[] =>
  loanIds.map((loanId) => ({
    ...event,
    companyId,
    actorId: accountId,
    accountId,
    ...(loanId !== null && { loanId }),
  }));

function recordAsked(
  tx: Tx,
  actor: Actor,
  selection: Selection,
  request: { jobId: string; kinds: readonly Kind[]; packageIds: string[] },
): void {
  const { jobId, kinds, packageIds } = request;
  const detail = { jobId, kinds, files: selection.plan.files.length };
  const input = { companyId: selection.companyId, packageIds };
  const events = eventsOf(actor, selection, {
    kind: 'download.asked',
    changes: ['package'],
    detail,
  });
  for (const [index, event] of events.entries()) {
    recordEvent(tx, {
      ...event,
      ...(index === 0 && { starts: { workflow: 'makePackages', input } }),
    });
  }
}

async function remove(
  tx: Tx,
  actor: Actor,
  loanId: string | null,
  jobId: string | undefined,
): Promise<void> {
  const all = await tx.run(jobsOf(actor.accountId, loanId));
  const jobs = jobId === undefined ? all : all.filter(({ id }) => id === jobId);
  if (jobId !== undefined && jobs.length === 0) throw new ApiError('NOT_FOUND');
  if (jobs.length === 0) return;
  await removeJobs(tx, jobs);
  // Downloads of the shoebox are recorded with the person, because the loans may no longer be theirs.
  const companies = Map.groupBy(jobs, (job) =>
    loanId === null ? PLATFORM_COMPANY : job.company_id,
  );
  for (const [companyId, companyJobs] of companies) {
    const detail = { jobs: companyJobs.length, jobIds: companyJobs.map(({ id }) => id) };
    const event = { kind: 'download.removed' as const, changes: ['package' as const], detail };
    for (const each of eventsOf(actor, { companyId, loanIds: [loanId] }, event)) {
      recordEvent(tx, each);
    }
  }
}
