import { messageOf } from '@cairn/contract/errors';
import { beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../../lib/CallError.ts';
import { type ShoeboxUpload, shoeboxUploads } from './shoeboxUploads.ts';
import { isUploading, uploadsOf, uploadToShoebox } from './uploads.ts';

/** Replaces the upload with a fake that counts concurrent uploads and records the names of the files. */
const line = vi.hoisted(() => ({ now: 0, most: 0, sent: [] as string[] }));
vi.mock('../documents/sendFile.ts', () => ({
  sendFile: async (file: File) => {
    line.now += 1;
    line.most = Math.max(line.most, line.now);
    await Promise.resolve();
    line.now -= 1;
    if (file.name.startsWith('lost')) {
      throw new CallError(429, { code: 'UPLOAD_QUOTA', message: messageOf('UPLOAD_QUOTA') });
    }
    line.sent.push(file.name);
    return file.name;
  },
  stepOnceWhileLost: () => Promise.resolve(),
}));

const upload = (over: Partial<ShoeboxUpload> = {}): ShoeboxUpload => ({
  id: 'one',
  place: { loanId: 'loan' },
  title: 'a.pdf',
  fileName: 'a.pdf',
  size: 1,
  percent: 0,
  state: 'sending',
  cancel: () => undefined,
  ...over,
});

beforeEach(() => {
  shoeboxUploads.set(new Map());
  line.sent = [];
  vi.stubGlobal('window', new EventTarget());
});

it('says for each person by themselves whether their files are on their way [R103]', () => {
  shoeboxUploads.set(
    new Map([
      ['dana', [upload({ state: 'failed' }), upload({ id: 'two', place: { loanId: null } })]],
      ['elena', [upload({ state: 'canceled' })]],
    ]),
  );
  const all = shoeboxUploads.get();
  expect(isUploading(all, 'dana')).toBe(true);
  expect(isUploading(all, 'elena')).toBe(false);
  expect(isUploading(all, 'jonas')).toBe(false);
  expect(uploadsOf(all, 'dana', { loanId: null }).map(({ id }) => id)).toEqual(['two']);
});

it('sends 500 files three at a time, and each that was not sent says why', async () => {
  const files = Array.from({ length: 500 }, (_, index) => {
    if (index % 100 === 7) return new File(['x'], `setup-${index}.exe`);
    return new File(['x'], index % 50 === 3 ? `lost-${index}.pdf` : `${index}.pdf`);
  });
  await uploadToShoebox('elena', files, { loanId: 'loan' });
  expect(line.sent).toHaveLength(485);
  expect(line.most).toBe(3);
  const left = uploadsOf(shoeboxUploads.get(), 'elena', { loanId: 'loan' });
  expect(left).toHaveLength(15);
  expect(isUploading(shoeboxUploads.get(), 'elena')).toBe(false);
  const reasons = left.map(({ fileName, reason }) => [
    fileName.split('-')[0],
    reason?.slice(0, 20),
  ]);
  expect(reasons).toEqual([
    ...left.map(({ fileName }) =>
      fileName.endsWith('.exe')
        ? ['setup', 'We can’t take .exe f']
        : ['lost', 'Too many uploads wer'],
    ),
  ]);
});

it('sends a file again that was not sent, and asks before the page is left meanwhile', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const file = new File(['x'], 'lost.pdf');
  const sending = uploadToShoebox('elena', [file], { loanId: 'loan' });
  expect(asks()).toBe(true);
  await sending;
  expect(asks()).toBe(false);
  const [failed] = uploadsOf(shoeboxUploads.get(), 'elena', { loanId: 'loan' });
  Object.defineProperty(file, 'name', { value: 'found.pdf' });
  failed!.retry!();
  expect(asks()).toBe(true);
  await vi.waitFor(() => expect(isUploading(shoeboxUploads.get(), 'elena')).toBe(false));
  expect(line.sent).toEqual(['found.pdf']);
  await vi.waitFor(() =>
    expect(uploadsOf(shoeboxUploads.get(), 'elena', { loanId: 'loan' })).toEqual([]),
  );
});
