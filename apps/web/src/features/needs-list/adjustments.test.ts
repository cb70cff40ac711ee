import type { PlannedRequest } from '@cairn/contract';
import { expect, test } from 'vitest';
import { adjust, adjustmentsToSend, countLeftOut } from './adjustments.ts';

const request = (templateElementId: string, releasePhase: PlannedRequest['releasePhase'] = null) =>
  ({ templateElementId, entityId: null, repeat: '', releasePhase }) as PlannedRequest;
const appraisal = request('appraisal');
const note = request('note', 'CLOSING');

test('a request that was unticked is left out, and not postponed as well', () => {
  const postponed = adjust({}, appraisal, { releasePhase: 'CLOSING' });
  const adjusted = adjust(postponed, appraisal, { leftOut: true });
  expect(countLeftOut(adjusted, [appraisal, note])).toBe(1);
  expect(adjustmentsToSend(adjusted, [appraisal, note])).toEqual({
    leaveOut: [{ templateElementId: 'appraisal', repeat: '' }],
    postpone: [],
  });
});

test('a phase that is the template’s again is not sent', () => {
  const later = adjust({}, note, { releasePhase: 'POST_CLOSING' });
  expect(adjustmentsToSend(later, [note]).postpone).toEqual([
    { templateElementId: 'note', repeat: '', releasePhase: 'POST_CLOSING' },
  ]);
  const back = adjust(later, note, { releasePhase: 'CLOSING' });
  expect(adjustmentsToSend(back, [note])).toEqual({ leaveOut: [], postpone: [] });
});

test('a request that is no longer planned is not sent', () => {
  const adjusted = adjust({}, appraisal, { leftOut: true });
  expect(adjustmentsToSend(adjusted, [note])).toEqual({ leaveOut: [], postpone: [] });
});
