import { beforeEach, expect, it } from 'vitest';
import { isUploading, type ShoeboxUpload, shoeboxUploads, uploadsOf } from './uploads.ts';

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

beforeEach(() => shoeboxUploads.set(new Map()));

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
