import { messageOf } from '@cairn/contract/errors';
import { describe, expect, it } from 'vitest';
import { NO_ACCESS_MESSAGE } from '../lib/noAccess.ts';
import { readGlobalSearch } from './globalSearch.ts';
import { noAccessInUrl } from './noAccessInUrl.ts';

const ID = '0199a1b2-0000-7000-8000-000000000001';

describe('what any page can be opened with', () => {
  it('is recognized: flags by being there, ids by being ids [R029] [R030] [R031] [R032] [R033]', () => {
    const raw = {
      expandedPreview: 'true',
      mobile: '',
      addUserModal: '1',
      userId: ID,
      companyId: ID,
      'no-access-modal': 'true',
      message: 'No',
      severity: 'error',
    };
    expect(readGlobalSearch(raw)).toEqual({
      expandedPreview: '',
      mobile: '',
      addUserModal: '',
      userId: ID,
      companyId: ID,
      'no-access-modal': '',
      message: 'No',
      severity: 'error',
    });
  });

  it('is nothing else', () => {
    expect(
      readGlobalSearch({ userId: '../../x', companyId: [ID], message: ['a'], x: '1' }),
    ).toEqual({});
  });
});

describe('the no-access dialog by the address', () => {
  const refusal = (message?: string, severity?: string) =>
    noAccessInUrl({ 'no-access-modal': '', message, severity });

  it('says what we say, with the severity that was asked for [R033]', () => {
    const ours = messageOf('LOAN_NOT_FOUND');
    expect(refusal(ours, 'error')).toEqual({ message: ours, severity: 'error' });
    expect(refusal()).toEqual({ message: NO_ACCESS_MESSAGE, severity: 'warning' });
    expect(refusal(undefined, 'fatal')?.severity).toBe('warning');
    expect(noAccessInUrl({ message: 'x' })).toBeNull();
  });

  it('quotes what others wrote, as text and short', () => {
    expect(refusal('Ask Dana for <b>access</b>')).toEqual({
      message: NO_ACCESS_MESSAGE,
      severity: 'warning',
      quoted: 'Ask Dana for <b>access</b>',
    });
    expect(refusal('word '.repeat(100))?.quoted).toHaveLength(120);
    expect(refusal('two\n\n\u202Elines')?.quoted).toBe('two lines');
  });

  it('shows nothing that leads away', () => {
    for (const text of [
      'Log in again at https://evil.example',
      'Write to help@evil.example',
      'Call 1-800-555-0199',
      'Visit www.evil.example',
      'Go to evil.com now',
      'Ｃａｌｌ １-８００-５５５-０１９９',
    ]) {
      expect(refusal(text)).toEqual({ message: NO_ACCESS_MESSAGE, severity: 'warning' });
    }
  });
});
