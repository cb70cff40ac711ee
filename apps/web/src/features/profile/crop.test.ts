import { expect, test } from 'vitest';
import { moved, pressed, sideOf, wholePicture, zoomed } from './crop.ts';

test('the largest square in the middle comes first', () => {
  const crop = wholePicture(400, 300);
  expect([crop.x, crop.y, sideOf(crop)]).toEqual([200, 150, 300]);
});

test('the picture follows the hand, and never leaves the frame', () => {
  const crop = wholePicture(400, 300);
  expect(moved(crop, 0.1, 0).x).toBe(170);
  expect(moved(crop, 5, 5)).toMatchObject({ x: 150, y: 150 });
  expect(moved(crop, -5, -5)).toMatchObject({ x: 250, y: 150 });
});

test('zooming keeps the middle, as far as there is picture around it', () => {
  const near = zoomed(wholePicture(400, 300), 2);
  expect([near.x, near.y, sideOf(near)]).toEqual([200, 150, 150]);
  const corner = moved(near, 5, 5);
  expect(corner).toMatchObject({ x: 75, y: 75 });
  expect(zoomed(corner, 1)).toMatchObject({ x: 150, y: 150 });
  expect(zoomed(corner, 99).zoom).toBe(4);
  expect(zoomed(corner, 0).zoom).toBe(1);
});

test('everything can be done with keys', () => {
  const crop = zoomed(wholePicture(400, 400), 2);
  expect(pressed(crop, 'ArrowLeft', false)!.x).toBeGreaterThan(crop.x);
  expect(pressed(crop, 'ArrowDown', false)!.y).toBeLessThan(crop.y);
  expect(pressed(crop, 'ArrowRight', true)!.x).toBe(crop.x - 20);
  expect(pressed(crop, '+', false)!.zoom).toBeCloseTo(2.1);
  expect(pressed(crop, '-', false)!.zoom).toBeCloseTo(1.9);
  expect(pressed(crop, 'Tab', false)).toBeUndefined();
});
