import { API_BASE_PATH, type DownloadJob, type DownloadPart } from '@cairn/contract';
import { downloads } from '@cairn/contract/downloads';
import type { JobFileRow, JobRow } from './download-store.ts';
import { countFiles, TYPED_ANSWERS, type LeftOut, type Plan } from './plan.ts';
import type { Selection } from './plan-selection.ts';

const TITLES_SHOWN = 3;

const titlesOf = ({ files, answers = [] }: Plan): string[] => [
  ...files.map(({ title }) => title),
  ...(answers.length > 0 ? [TYPED_ANSWERS] : []),
];

const urlOf = (id: string, kind: 'ZIP' | 'PDF'): string =>
  `${API_BASE_PATH}${downloads.downloadJobFile.path.replace('{id}', id)}?kind=${kind.toLowerCase()}`;

const isUnderWay = ({ state }: JobFileRow): boolean =>
  state === 'QUEUED' || state === 'RUNNING' || state === 'CANCELING';

/**
 * `now` is what the selection is for the caller now, undefined if they no longer see all of it; `isSame` whether that is
 * what was requested.
 */
export function presentJob(
  job: JobRow,
  files: readonly JobFileRow[],
  { now, isSame }: { now: Selection | undefined; isSame: boolean },
): DownloadJob {
  const selection = isSame ? now : undefined;
  const part = (kind: 'ZIP' | 'PDF'): DownloadPart => {
    const file = files.find((each) => each.kind === kind);
    const isReady = file?.state === 'READY';
    const isServed = isReady && selection !== undefined;
    return {
      state: file?.state ?? 'NEVER',
      url: isServed ? urlOf(job.id, kind) : null,
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
    repeatable:
      now !== undefined &&
      countFiles(now.plan) > 0 &&
      !files.some(isUnderWay) &&
      (!isSame || files.some(({ state }) => state !== 'READY')),
    files: selection ? countFiles(selection.plan) : 0,
    titles: selection ? titlesOf(selection.plan).slice(0, TITLES_SHOWN) : [],
    createdDate: job.created_at,
  };
}
