import type { PlannedRequest } from '@cairn/contract';
import { expect, test } from 'vitest';
import { adjust, adjustmentsToSend, countByPhase, countLeftOut } from './adjustments.ts';

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

test('requests are counted by the phase from which they are asked for, without those left out', () => {
  const survey = request('survey', 'CLOSING');
  const adjusted = adjust({}, survey, { leftOut: true });
  expect(countByPhase(adjusted, [note, survey, appraisal])).toEqual([
    { phase: null, count: 1 },
    { phase: 'CLOSING', count: 1 },
  ]);
  expect(
    countByPhase(adjust({}, appraisal, { releasePhase: 'CLOSING' }), [appraisal, note]),
  ).toEqual([{ phase: 'CLOSING', count: 2 }]);
});
