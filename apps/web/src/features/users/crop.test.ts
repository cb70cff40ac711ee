import { expect, test } from 'vitest';
import { moveCrop, cropAfterKey, sideOf, wholePicture, zoomCrop } from './crop.ts';

test('the largest square in the middle comes first', () => {
  const crop = wholePicture(400, 300);
  expect([crop.x, crop.y, sideOf(crop)]).toEqual([200, 150, 300]);
});

test('the picture follows the hand, and never leaves the frame', () => {
  const crop = wholePicture(400, 300);
  expect(moveCrop(crop, 0.1, 0).x).toBe(170);
  expect(moveCrop(crop, 5, 5)).toMatchObject({ x: 150, y: 150 });
  expect(moveCrop(crop, -5, -5)).toMatchObject({ x: 250, y: 150 });
});

test('zooming keeps the middle, as far as there is picture around it', () => {
  const near = zoomCrop(wholePicture(400, 300), 2);
  expect([near.x, near.y, sideOf(near)]).toEqual([200, 150, 150]);
  const corner = moveCrop(near, 5, 5);
  expect(corner).toMatchObject({ x: 75, y: 75 });
  expect(zoomCrop(corner, 1)).toMatchObject({ x: 150, y: 150 });
  expect(zoomCrop(corner, 99).zoom).toBe(4);
  expect(zoomCrop(corner, 0).zoom).toBe(1);
});

test('everything can be done with keys', () => {
  const crop = zoomCrop(wholePicture(400, 400), 2);
  expect(cropAfterKey(crop, 'ArrowLeft', false)!.x).toBeGreaterThan(crop.x);
  expect(cropAfterKey(crop, 'ArrowDown', false)!.y).toBeLessThan(crop.y);
  expect(cropAfterKey(crop, 'ArrowRight', true)!.x).toBe(crop.x - 20);
  expect(cropAfterKey(crop, '+', false)!.zoom).toBeCloseTo(2.1);
  expect(cropAfterKey(crop, '-', false)!.zoom).toBeCloseTo(1.9);
  expect(cropAfterKey(crop, 'Tab', false)).toBeUndefined();
});
