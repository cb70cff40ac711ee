import type { DownloadJob, DownloadPart } from '@cairn/contract';
import type { JobFileRow, JobRow } from './download-store.ts';
import { countFiles, TYPED_ANSWERS, type LeftOut, type Plan } from './plan.ts';
import type { Selection } from './plan-selection.ts';

const TITLES_SHOWN = 3;

const titlesOf = ({ files, answers = [] }: Plan): string[] => [
  ...files.map(({ title }) => title),
  ...(answers.length > 0 ? [TYPED_ANSWERS] : []),
];

/** `selection` is what the caller sees of it now; undefined if that differs from what was requested. */
export function presentJob(
  job: JobRow,
  files: readonly JobFileRow[],
  selection: Selection | undefined,
  urlOf: (kind: 'ZIP' | 'PDF') => string,
): DownloadJob {
  const part = (kind: 'ZIP' | 'PDF'): DownloadPart => {
    const file = files.find((each) => each.kind === kind);
    const isReady = file?.state === 'READY';
    const isServed = isReady && selection !== undefined;
    return {
      state: file?.state ?? 'NEVER',
      url: isServed ? urlOf(kind) : null,
      percent: file?.percent ?? 0,
      size: isReady ? file.size : null,
      expiresDate: isReady ? file.expires_at : null,
      // Without titles of files that were hidden from the caller since.
      leftOut: (isServed ? (file.left_out as LeftOut[]) : []).map(({ folder, title, reason }) => ({
        folder,
        title,
        reason,
      })),
    };
  };
  return {
    id: job.id,
    zip: part('ZIP'),
    pdf: part('PDF'),
    outOfDate: selection === undefined,
    files: selection ? countFiles(selection.plan) : 0,
    titles: selection ? titlesOf(selection.plan).slice(0, TITLES_SHOWN) : [],
    createdDate: job.created_at,
  };
}
