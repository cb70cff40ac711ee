import { afterEach, describe, expect, it } from 'vitest';
import { timing } from '../tokens.json';
import { errorStayMs, toast, waitingToasts } from './toast.ts';

afterEach(() => waitingToasts.set([]));

it('keeps an error for as long as it takes to read, within bounds [R305]', () => {
  expect(errorStayMs('Not found.')).toBe(5_000);
  expect(errorStayMs('word '.repeat(26))).toBeCloseTo(10_000);
  expect(errorStayMs('word '.repeat(200))).toBe(20_000);
});

describe('a toast', () => {
  it('stays five seconds, and is dragged away at 80 percent [R306] [R308]', () => {
    toast.success('Saved');
    expect(waitingToasts.get()).toMatchObject([
      { kind: 'success', message: 'Saved', stayMs: 5_000 },
    ]);
    expect(timing).toMatchObject({ toastMs: 5_000, toastDragPercent: 80 });
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

  it('with a way back stays ten seconds, and carries it', () => {
    let isUndone = false;
    toast.undoable('Sent', () => {
      isUndone = true;
    });
    const [waiting] = waitingToasts.get();
    expect(waiting).toMatchObject({ kind: 'success', message: 'Sent', stayMs: 10_000 });
    if (waiting && 'undo' in waiting) waiting.undo?.();
    expect(isUndone).toBe(true);
  });

  it('is the same one for the same words', () => {
    expect(toast.error('Not found.')).toBe(toast.error('Not found.'));
  });
});
