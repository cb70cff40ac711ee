import { PACKAGE_KINDS } from '@cairn/contract/export-terms';
import type { PackageContents, PackageFile } from '@cairn/contract/exports';
import { countFiles, type LeftOut, type Plan } from './plan.ts';
import type { FileRow } from './store.ts';

export interface Planned {
  plan: Plan;
  contents: PackageContents[];
}

/** All three kinds of files, including those never built. A file that exists or is being built is not outdated. */
export const presentFiles = (
  { plan, contents }: Planned,
  rows: readonly FileRow[],
  { accountId, askedBefore }: { accountId: string; askedBefore: boolean },
) => ({
  files: countFiles(plan),
  contents,
  packages: PACKAGE_KINDS.map((kind): PackageFile => {
    const row = rows.find((each) => each.kind === kind);
    const isReady = row?.state === 'READY';
    const isBeingMade = row?.state === 'QUEUED' || row?.state === 'RUNNING';
    return {
      kind,
      state: row?.state ?? 'NEVER',
      outOfDate: !row && askedBefore,
      percent: row?.percent ?? 0,
      cancelable: isBeingMade && row.asked_by === accountId && !row.awaited_by_others,
      size: isReady ? row.size : null,
      madeDate: isReady ? row.made_at : null,
      expiresDate: isReady ? row.expires_at : null,
      leftOut: (isReady ? (row.left_out as LeftOut[]) : [...plan.leftOut]).map((each) => ({
        folder: each.folder,
        title: each.title,
        reason: each.reason,
      })),
    };
  }),
});
