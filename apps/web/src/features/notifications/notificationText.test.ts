import type { BellNotification } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import { actionWords, notificationText, titlesInShort } from './notificationText.ts';

const line = (over: Partial<BellNotification>): BellNotification => ({
  id: '01890000-0000-7000-8000-000000000001',
  userId: '01890000-0000-7000-8000-000000000002',
  read: false,
  kind: 'UPLOADED',
  createdDate: '2026-11-16T09:00:00Z',
  count: 1,
  loan: { id: '1', name: 'Larkspur Bakery', shortCode: 'lksp', color: '#FAC014', muted: false },
  companyId: '2',
  createdByUser: {
    id: '3',
    givenName: 'Elena',
    familyName: 'Marsh',
    emailAddress: 'elena@larkspur.example',
  },
  titles: [],
  elementId: null,
  threadId: null,
  noteId: null,
  loanStatus: null,
  rejection: null,
  scanReason: null,
  contentState: null,
  accepted: null,
  exported: null,
  ...over,
});

describe('a line of the bell', () => {
  it('names one document and counts several', () => {
    expect(notificationText(line({ titles: ['Lease'] }))).toMatchObject({
      who: 'Elena Marsh',
      what: 'uploaded Lease',
      note: null,
    });
    expect(
      notificationText(line({ titles: ['Bank statements', 'Lease'], count: 4 })),
    ).toMatchObject({ what: 'uploaded 4 documents', note: 'Bank statements and 3 more' });
  });

  it('quotes the reason of a rejection, or the sentence of its code', () => {
    const rejection = { code: 'NOT_SIGNED' as const, reason: 'Page 9 is missing' };
    const rejected = line({ kind: 'REJECTED', titles: ['Lease'], rejection });
    expect(notificationText(rejected)).toMatchObject({
      who: null,
      what: 'Lease needs attention',
      quote: 'Page 9 is missing',
    });
    const byCode = line({ kind: 'REJECTED', rejection: { code: 'NOT_SIGNED', reason: null } });
    expect(notificationText(byCode).quote).toContain('signature');
  });

  it('says what to do about a file that was blocked', () => {
    const blocked = line({ kind: 'FILE_BLOCKED', titles: ['tax.pdf'], scanReason: 'ENCRYPTED' });
    expect(notificationText(blocked)).toMatchObject({ what: 'tax.pdf was blocked' });
    expect(notificationText(blocked).quote).toContain('send a copy without a password');
  });

  it('says what to do about a file that cannot be read', () => {
    const empty = line({ kind: 'FILE_UNREADABLE', titles: ['Lease'], contentState: 'EMPTY' });
    expect(notificationText(empty)).toMatchObject({ who: null, what: 'Lease can’t be read' });
    expect(notificationText(empty).quote).toContain('Check that it is the right file');
  });

  it('says that a download is ready, and as which files', () => {
    const exported = { ready: ['ZIP' as const], failed: [], options: [], jobId: null };
    const ready = line({ kind: 'EXPORTED', createdByUser: null, exported });
    expect(notificationText(ready)).toMatchObject({ what: 'Your download is ready', note: 'Zip' });
    expect(actionWords(ready)).toBe('Download');
  });

  it('says the new status', () => {
    const changed = line({ kind: 'STATUS_CHANGED', loanStatus: 'IN_REVIEW' });
    expect(notificationText(changed).what).toBe('changed the status to In Review');
  });

  it('shortens titles', () => {
    expect(titlesInShort([], 3)).toBeNull();
    expect(titlesInShort(['Lease'], 1)).toBe('Lease');
  });
});
