import { describe, expect, it } from 'vitest';
import {
  nextSides,
  NO_SIDES,
  pictureName,
  pictureProblem,
  type SideEvent,
  type Sides,
} from './sides.ts';

const file = new File(['picture'], 'IMG_2041.JPG', { type: 'image/jpeg' });
const after = (...events: SideEvent[]): Sides =>
  events.reduce((sides, event) => nextSides(sides, { side: 'front', ...event }), NO_SIDES);
const choice = { kind: 'chosen', file } as const;
const failed = { kind: 'failed', reason: 'The connection was lost.' } as const;

describe('the status of a side [R149]', () => {
  it('is idle, loading while a picture is sent, and idle again once it arrived', () => {
    expect(NO_SIDES.front.status).toBe('idle');
    expect(after(choice).front.status).toBe('loading');
    expect(after(choice, { kind: 'progress', percent: 40 }).front).toMatchObject({
      status: 'loading',
      percent: 40,
    });
    expect(after(choice, { kind: 'sent' }).front).toEqual({ status: 'idle', file });
  });

  it('is error where it did not arrive, until the next picture or a removal', () => {
    expect(after(choice, failed).front).toMatchObject({ status: 'error', reason: failed.reason });
    expect(after(choice, failed, choice).front).toEqual({ status: 'loading', file });
    expect(after(choice, failed, { kind: 'removing' }, { kind: 'removed' }).front).toEqual({
      status: 'idle',
    });
  });

  it('is that of one side: the other is not touched', () => {
    expect(after(choice, failed).back).toEqual({ status: 'idle' });
  });
});

describe('a file for a side', () => {
  it('has to be a picture with something in it [R150]', () => {
    const problemOf = (name: string, type: string, size = 9) =>
      pictureProblem('front', { name, type, size });
    expect(problemOf('card.png', 'image/png')).toBeNull();
    expect(problemOf('IMG_2041.HEIC', '')).toBeNull();
    expect(problemOf('image', 'image/jpeg')).toBeNull();
    expect(problemOf('card.pdf', 'application/pdf')).toBe('FILE_INVALID_TYPE');
    expect(problemOf('card.svg', 'image/svg+xml')).toBe('FILE_INVALID_TYPE');
    expect(problemOf('card.png', 'image/png', 0)).toBe('FILE_TOO_SMALL');
  });

  it('is named by its side for the lender', () => {
    expect(pictureName('back', file)).toBe("Driver's license back.jpg");
    expect(pictureName('front', { name: 'image', type: 'image/webp' })).toBe(
      "Driver's license front.webp",
    );
  });
});
