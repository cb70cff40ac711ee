import type { PackageKind } from '@cairn/contract/package-terms';
import { packages } from '@cairn/contract/packages';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ObjectStore } from '../../platform/store.ts';
import { packagePolicy, packageSeenBy } from '../elements/index.ts';
import { loanSeenBy } from '../loans/index.ts';
import { fingerprintOf, planOf, type Plan } from './plan.ts';
import { presentFiles } from './present.ts';
import {
  askedForAnother,
  filesOf,
  itemsOf,
  queueFile,
  saveAsker,
  type FileRow,
  type Wanted,
} from './store.ts';

interface Flags {
  zip: boolean;
  pdf: boolean;
}

/** What each pair of flags asks to be made, and which of it is handed out [R090] [R091] [G-C6]. */
function kindsMade({ zip, pdf }: Flags): readonly PackageKind[] {
  if (zip && pdf) return ['ZIP', 'PDF', 'ZIP_PDF'];
  return [kindHandedOut({ zip, pdf })];
}
function kindHandedOut({ zip, pdf }: Flags): PackageKind {
  if (!zip && !pdf) throw new Refusal('INVALID_REQUEST', { fieldErrors: { zip: 'Required' } });
  if (zip && pdf) return 'ZIP_PDF';
  return zip ? 'ZIP' : 'PDF';
}

const ENDINGS: Record<PackageKind, string> = {
  ZIP: 'package.zip',
  PDF: 'package.pdf',
  ZIP_PDF: 'package as PDFs.zip',
};

export const packageRoutes = ({ store }: { store: ObjectStore }) =>
  routes(packages, {
    refreshPackages: async ({ actor, params, query, write }) => {
      const kinds = kindsMade(query);
      return write(async (tx) => {
        const { wanted, plan } = await planFor(tx, actor, params.id);
        if (plan.files.length > 0) await make(tx, actor, wanted, plan, kinds);
        return stateOf(tx, wanted, plan);
      });
    },

    listPackages: async ({ actor, params, reads }) => {
      const { wanted, plan } = await planFor(reads, actor, params.id);
      return stateOf(reads, wanted, plan);
    },

    getPackageUrls: async ({ actor, params, query, traced }) => {
      const kind = kindHandedOut(query);
      const { file, loan } = await traced(async (reads) => {
        const { wanted, plan } = await planFor(reads, actor, params.id);
        const files = await filesOf(reads, wanted);
        const ready = files.find((each) => each.kind === kind && each.state === 'READY');
        const found = { file: ready, loan: await loanSeenBy(reads, actor, params.id) };
        return ready ? { found, happening: wasRead(actor, wanted, ready, plan) } : { found };
      });
      const none = { zipPackage: null, pdfPackage: null, zip_pdfPackage: null };
      if (!file) return none;
      const name = `${loan.name} ${ENDINGS[kind]}`;
      const [key, url] = [file.object_key!, NAMES[kind]];
      return {
        ...none,
        [url]: await (kind === 'PDF' ? store.viewUrl(key, name) : store.downloadUrl(key, name)),
      };
    },
  });

const NAMES = { ZIP: 'zipPackage', PDF: 'pdfPackage', ZIP_PDF: 'zip_pdfPackage' } as const;

/** What this caller sees now: nothing that was planned before is believed. */
async function planFor(reads: Queries, actor: Actor, loanId: string) {
  const its = grant(packagePolicy, 'download', actor, await packageSeenBy(reads, actor, loanId));
  const plan = planOf(await reads.run(itemsOf(actor, its)));
  const wanted: Wanted = {
    companyId: its.company_id,
    loanId: its.id,
    accountId: actor.accountId,
    fingerprint: fingerprintOf(plan),
  };
  return { wanted, plan };
}

async function stateOf(reads: Queries, wanted: Wanted, plan: Plan) {
  const files = await filesOf(reads, wanted);
  return presentFiles(plan, files, await askedForAnother(reads, wanted));
}

async function make(
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
  plan: Plan,
  kinds: readonly PackageKind[],
): Promise<void> {
  await saveAsker(tx, wanted);
  const queued: { kind: PackageKind; id: string }[] = [];
  for (const kind of kinds) {
    const id = await queueFile(tx, wanted, kind, plan);
    if (id !== undefined) queued.push({ kind, id });
  }
  if (queued.length === 0) return;
  const { companyId, loanId } = wanted;
  record(tx, {
    kind: 'package.asked',
    companyId,
    actorId: actor.accountId,
    loanId,
    // What somebody downloads is nobody else's affair.
    accountId: actor.accountId,
    changes: ['package'],
    detail: { kinds: queued.map(({ kind }) => kind), files: plan.files.length },
    starts: {
      workflow: 'makePackages',
      input: { companyId, packageIds: queued.map(({ id }) => id) },
    },
  });
}

/** Committed before the address leaves. Which documents it was stands in the package's plan, which stays. */
const wasRead = (actor: Actor, wanted: Wanted, file: FileRow, plan: Plan) => ({
  kind: 'package.read' as const,
  companyId: wanted.companyId,
  actorId: actor.accountId,
  loanId: wanted.loanId,
  accountId: actor.accountId,
  changes: [],
  detail: {
    packageId: file.id,
    package: file.kind,
    files: plan.files.length,
    fingerprint: wanted.fingerprint.toString('hex'),
  },
});
