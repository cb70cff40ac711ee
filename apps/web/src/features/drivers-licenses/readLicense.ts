import type { LicenseSide } from '@cairn/contract/drivers-license-terms';
import type { BarcodeJob } from './barcodeWorker.ts';
import type { LicenseReading } from './licenseReading.ts';

/** Each picture gets its own worker, because it uses tens of megabytes and few users scan a second picture. */
export function readLicense(
  file: Blob,
  side: LicenseSide,
  signal: AbortSignal,
): Promise<LicenseReading> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./barcodeWorker.ts', import.meta.url), { type: 'module' });
    const end = (reading: LicenseReading) => {
      worker.terminate();
      resolve(reading);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<LicenseReading>) => end(data));
    worker.addEventListener('error', () => end({ kind: 'failed' }));
    signal.addEventListener('abort', () => end({ kind: 'failed' }), { once: true });
    const job: BarcodeJob = { file, isGlance: side === 'front' };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(job);
  });
}
