import { describe, expect, it } from 'vitest';
import { exportSearch, exportWords } from './exportWords.ts';

const exported = (over: Partial<Parameters<typeof exportWords>[0]>) => ({
  ready: [],
  failed: [],
  options: [],
  jobId: null,
  ...over,
});

describe('a download that came to an end', () => {
  it('says what is ready and what is not', () => {
    expect(exportWords(exported({ ready: ['ZIP', 'PDF', 'ZIP_PDF'] }))).toEqual({
      what: 'is ready',
      kinds: 'Zip, One PDF, and Zip of PDFs',
      action: 'Download',
    });
    expect(exportWords(exported({ ready: ['ZIP'], failed: ['PDF'] }))).toEqual({
      what: 'is ready, except for One PDF',
      kinds: 'Zip',
      action: 'Download',
    });
    expect(exportWords(exported({ failed: ['PDF'] }))).toEqual({
      what: 'couldn’t be prepared',
      kinds: 'One PDF',
      action: 'Open',
    });
  });

  it('leads to the list that has it', () => {
    expect(exportSearch(exported({ options: ['cover', 'stamps'] }))).toEqual({
      view: 'package',
      downloads: 'package',
      options: 'cover,stamps',
    });
    expect(exportSearch(exported({})).options).toBe('none');
    expect(exportSearch(exported({ jobId: 'a' }))).toEqual({
      view: 'package',
      downloads: 'selection',
    });
  });
});
