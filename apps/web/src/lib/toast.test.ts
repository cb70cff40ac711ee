import { afterEach, describe, expect, it } from 'vitest';
import { toastWithUndo } from './toastWithUndo.ts';
import { toast, type Toast, waitingToasts } from './toast.ts';
import { stayMsOf } from './toastTime.ts';

afterEach(() => waitingToasts.set([]));

it('keeps an error for as long as it takes to read, within bounds [R305]', () => {
  const errorStayMs = (message: string) => stayMsOf({ id: '', kind: 'error', message });
  expect(errorStayMs('Not found.')).toBe(5_000);
  expect(errorStayMs('word '.repeat(26))).toBeCloseTo(10_000);
  expect(errorStayMs('word '.repeat(200))).toBe(20_000);
});

describe('a toast', () => {
  it('stays five seconds [R306]', () => {
    toast.success('Saved');
    const [saved] = waitingToasts.get();
    expect(saved).toMatchObject({ kind: 'success', message: 'Saved' });
    expect(stayMsOf(saved as Toast)).toBe(5_000);
  });

  it('is added, updated and removed [R309]', () => {
    const id = toast.info('Sending');
    toast.update(id, 'success', 'Sent');
    toast.remove(id);
    expect(waitingToasts.get()).toMatchObject([
      { id, kind: 'info', message: 'Sending' },
      { id, kind: 'success', message: 'Sent' },
      { id, gone: true },
    ]);
  });

  it('with a way back stays ten seconds, and is another one for the same words', () => {
    const undone: string[] = [];
    toastWithUndo('Filed', () => undone.push('first'));
    toastWithUndo('Filed', () => undone.push('second'));
    const [one, other] = waitingToasts.get();
    expect(one).toMatchObject({ kind: 'success', message: 'Filed', stayMs: 10_000 });
    expect((other as Toast).id).not.toBe((one as Toast).id);
    if (other && 'undo' in other) other.undo?.();
    expect(undone).toEqual(['second']);
  });

  it('is the same one for the same words', () => {
    expect(toast.error('Not found.')).toBe(toast.error('Not found.'));
  });
});
