import { isGoing, type Upload } from './uploads.ts';

/** Summarizes all uploads to one request as one upload. Undefined if there are none or all are sent. */
export function summaryOf(all: readonly Upload[] | undefined): Upload | undefined {
  if (all === undefined || all.every(({ state }) => state === 'sent')) return undefined;
  if (all.length < 2) return all[0];
  const [first] = all;
  const size = all.reduce((sum, each) => sum + each.size, 0);
  const sentBytes = all.reduce((sum, each) => sum + each.size * each.percent, 0);
  const failed = all.filter(({ state }) => state === 'failed');
  const state = all.some(({ state: each }) => each === 'sending')
    ? 'sending'
    : all.some(({ state: each }) => each === 'paused')
      ? 'paused'
      : all.some(isGoing)
        ? 'saving'
        : failed.length > 0
          ? 'failed'
          : 'canceled';
  return {
    ...first!,
    fileName: `${all.length} files`,
    size,
    percent: size === 0 ? 0 : Math.floor(sentBytes / size),
    state,
    reason: `${failed.length} of ${all.length} files were not sent`,
    cancel: () => all.filter(isGoing).forEach(({ cancel }) => cancel()),
  };
}
