import { API_BASE_PATH } from '@cairn/contract';
import { EXPORT_OPTIONS, type ExportOptions, type PackageKind } from '@cairn/contract/export-terms';
import { packageExports } from '@cairn/contract/exports';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { orders } from '../../platform/signed-downloads.ts';
import { loanSeenBy } from '../loans/index.ts';
import { countFiles, type Plan } from './plan.ts';
import { planFor } from './plan-package.ts';
import { presentFiles, type Planned } from './present.ts';
import { sendExport, type SendDeps } from './send-export.ts';
import {
  askedForAnother,
  markAwaitedByOthers,
  cancelFiles,
  filesOf,
  queueFile,
  saveAsker,
  type FileRow,
  type ExportScope,
} from './store.ts';

interface Flags {
  zip: boolean;
  pdf: boolean;
}

/** The kinds of files that a pair of flags requests; the last of them is served [R090] [R091] [G-C6]. */
function kindsMade({ zip, pdf }: Flags): readonly PackageKind[] {
  if (zip && pdf) return ['ZIP', 'PDF', 'ZIP_PDF'];
  return [kindHandedOut({ zip, pdf })];
}
function kindHandedOut({ zip, pdf }: Flags): PackageKind {
  if (!zip && !pdf) throw invalidField('zip', 'Required');
  if (zip && pdf) return 'ZIP_PDF';
  return zip ? 'ZIP' : 'PDF';
}

const ENDINGS: Record<PackageKind, string> = {
  ZIP: 'package.zip',
  PDF: 'package.pdf',
  ZIP_PDF: 'package as PDFs.zip',
};

interface Deps extends SendDeps {
  readonly secretKey: string;
}

/** A ticket states that this read is already recorded. It gives no access. */
const ticket = orders('package downloads', { packageId: z.string() });

export const exportRoutes = ({ storage, secretKey, log }: Deps) =>
  routes(packageExports, {
    refreshPackages: async ({ actor, params, query, write }) => {
      const kinds = kindsMade(query);
      return write(async (tx) => {
        const { scope, ...planned } = await planFor(tx, actor, params.id, query);
        const { plan } = planned;
        if (countFiles(plan) > 0) await make(tx, actor, scope, plan, kinds);
        return stateOf(tx, scope, planned);
      });
    },

    cancelPackages: ({ actor, params, query, write }) =>
      write(async (tx) => {
        const { scope, ...planned } = await planFor(tx, actor, params.id, query);
        const kinds = await cancelFiles(tx, scope);
        if (kinds.length > 0) recordCanceled(tx, actor, scope, kinds);
        return stateOf(tx, scope, planned);
      }),

    listPackages: async ({ actor, params, query, reads }) => {
      const { scope, ...planned } = await planFor(reads, actor, params.id, query);
      return stateOf(reads, scope, planned);
    },

    getPackageUrls: async ({ actor, params, query, traced }) => {
      const kind = kindHandedOut(query);
      const file = await traced(async (reads) => {
        const { ready, scope, plan } = await readyFile(reads, actor, params.id, query);
        return ready
          ? { content: ready, event: wasRead(actor, scope, ready, plan) }
          : { content: undefined };
      });
      const none = { zipPackage: null, pdfPackage: null, zip_pdfPackage: null };
      if (!file) return none;
      const path = packageExports.downloadPackage.path.replace('{id}', params.id);
      const { accountId } = actor;
      const token = ticket.write(secretKey, { accountId, asked: Date.now(), packageId: file.id });
      const flags = (['zip', 'pdf', ...EXPORT_OPTIONS] as const)
        .filter((name) => query[name])
        .map((name) => `${name}=true&`)
        .join('');
      return { ...none, [NAMES[kind]]: `${API_BASE_PATH}${path}?${flags}ticket=${token}` };
    },

    downloadPackage: async ({ actor, params, query, reads, traced, http }) => {
      const kind = kindHandedOut(query);
      const { file, loan } = await traced(async (transaction) => {
        const { ready, scope, plan } = await readyFile(transaction, actor, params.id, query);
        if (!ready) throw new ApiError('PACKAGE_NOT_READY');
        const content = { file: ready, loan: await loanSeenBy(transaction, actor, params.id) };
        const order = query.ticket && ticket.read(secretKey, query.ticket, actor);
        return order && order.packageId === ready.id
          ? { content }
          : { content, event: wasRead(actor, scope, ready, plan) };
      });
      return sendExport({ storage, log }, http, file, {
        name: `${loan.name} ${ENDINGS[kind]}`,
        ...(kind === 'PDF' && { inline: 'application/pdf' as const }),
        // Removing the package, or hiding one of its files, also ends a download in progress.
        stillAllowed: async () => {
          const { ready } = await readyFile(reads, actor, params.id, query);
          if (ready?.id !== file.id) throw new ApiError('PACKAGE_NOT_READY');
        },
      });
    },
  });

/** The file made from exactly what the caller sees now. */
async function readyFile(
  reads: Queries,
  actor: Actor,
  loanId: string,
  query: Flags & ExportOptions,
) {
  const kind = kindHandedOut(query);
  const { scope, plan } = await planFor(reads, actor, loanId, query);
  const files = await filesOf(reads, scope);
  const ready = files.find(
    (each) => each.kind === kind && each.state === 'READY' && each.sha256 !== null,
  );
  return { ready, scope, plan };
}

const NAMES = { ZIP: 'zipPackage', PDF: 'pdfPackage', ZIP_PDF: 'zip_pdfPackage' } as const;

async function stateOf(reads: Queries, scope: ExportScope, planned: Planned) {
  const files = await filesOf(reads, scope);
  const askedBefore = await askedForAnother(reads, scope);
  return presentFiles(planned, files, { accountId: scope.accountId, askedBefore });
}

async function make(
  tx: Tx,
  actor: Actor,
  scope: ExportScope,
  plan: Plan,
  kinds: readonly PackageKind[],
): Promise<void> {
  await saveAsker(tx, scope);
  const queued: { kind: PackageKind; id: string }[] = [];
  for (const kind of kinds) {
    const id = await queueFile(tx, scope, kind, plan);
    if (id !== undefined) queued.push({ kind, id });
  }
  await markAwaitedByOthers(tx, scope);
  if (queued.length === 0) return;
  const { companyId, loanId } = scope;
  recordEvent(tx, {
    kind: 'package.asked',
    companyId,
    actorId: actor.accountId,
    loanId,
    // A download changes no other user's page.
    accountId: actor.accountId,
    changes: ['package'],
    detail: {
      kinds: queued.map(({ kind }) => kind),
      files: countFiles(plan),
      options: scope.options,
    },
    starts: {
      workflow: 'makePackages',
      input: { companyId, packageIds: queued.map(({ id }) => id) },
    },
  });
}

function recordCanceled(
  tx: Tx,
  { accountId }: Actor,
  { companyId, loanId }: ExportScope,
  kinds: readonly PackageKind[],
): void {
  recordEvent(tx, {
    kind: 'package.canceled',
    companyId,
    actorId: accountId,
    loanId,
    accountId,
    changes: ['package'],
    detail: { kinds },
  });
}

/** Committed before the URL is sent. The export's plan, which is kept, lists its documents. */
const wasRead = (actor: Actor, scope: ExportScope, file: FileRow, plan: Plan) => ({
  kind: 'package.read' as const,
  companyId: scope.companyId,
  actorId: actor.accountId,
  loanId: scope.loanId,
  accountId: actor.accountId,
  changes: [],
  detail: {
    packageId: file.id,
    package: file.kind,
    files: plan.files.length,
    fingerprint: scope.fingerprint.toString('hex'),
  },
});
