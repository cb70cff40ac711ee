import { describe, expect, test } from 'vitest';
import { changesOf, newElementOf, newValues, noticeOf } from './requestForm.ts';

const values = { ...newValues('folder'), title: 'Lease' };

describe('the request editor', () => {
  test('sends only what was changed', () => {
    expect(changesOf(values, values)).toEqual({});
    expect(changesOf(values, { ...values, title: 'Signed lease', flags: ['SELF_SIGN'] })).toEqual({
      title: 'Signed lease',
      flags: ['SELF_SIGN'],
    });
    expect(changesOf({ ...values, dueDate: '2027-01-02' }, values)).toEqual({ dueDate: null });
    expect(changesOf(values, { ...values, expirationDate: '2027-01-02' })).toEqual({
      expirationDate: '2027-01-02',
    });
  });

  test('says by the priority who sees a request', () => {
    const hidden = { ...values, visibility: 'lender' as const };
    expect(changesOf(values, hidden)).toEqual({ priorityType: 'HIDDEN' });
    expect(changesOf(hidden, { ...hidden, visibility: 'assignee' })).toEqual({
      priorityType: 'PRIVATE',
    });
    expect(noticeOf(hidden, values)).toBe('The borrower is notified');
    expect(noticeOf(values, { ...values, title: 'Signed lease' })).toBe('No one is notified');
  });

  test('asks a question with its choices, and links to a request without words of its own', () => {
    const element = newElementOf({
      ...values,
      kind: 'question',
      questionType: 'CHOICE',
      choices: 'Yes\n\n No \nYes',
    });
    expect(element).toMatchObject({ questionType: 'CHOICE', choices: ['Yes', 'No'] });
    expect(element).not.toHaveProperty('dueDate');
    expect(newElementOf({ ...values, kind: 'link', targetId: 'there' })).toEqual({
      storageType: 'FILE',
      elementId: 'there',
      parentId: 'folder',
    });
  });
});
