import { REVIEW_STATUS_PATHS } from '@cairn/contract';
import { REVIEW_STATUSES, type ReviewStatus } from '@cairn/contract/template-terms';
import { expect, test } from 'vitest';
import { comesToLight, pathOf, stepTo } from './reviewSteps.ts';

test('every review status has its value in the path [R225]', () => {
  const codes = Object.keys(REVIEW_STATUSES) as ReviewStatus[];
  expect(codes.map(pathOf)).toEqual([...REVIEW_STATUS_PATHS]);
});

test('a step is named by where it leads, and a completed review is reopened', () => {
  expect(stepTo('IN_REVIEW', 'READY_TO_REVIEW')).toBe('Start review');
  expect(stepTo('IN_REVIEW', 'REVIEW_COMPLETE')).toBe('Reopen review');
});

test('says what the borrowers come to see, and how much more there is [R330]', () => {
  expect(comesToLight([])).toBeNull();
  expect(comesToLight(['Lease'])).toBe('Shows the borrowers Lease');
  expect(comesToLight(['A', 'B', 'C', 'D', 'E'])).toBe('Shows the borrowers A, B, C and 2 more');
});
