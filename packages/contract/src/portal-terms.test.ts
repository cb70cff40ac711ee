import { expect, it } from 'vitest';
import { contrast, textColorOn } from './portal-terms.ts';

it('text on a brand color is readable, whatever the color is', () => {
  let worst = 21;
  for (let red = 0; red < 256; red += 5) {
    for (let green = 0; green < 256; green += 5) {
      for (let blue = 0; blue < 256; blue += 5) {
        const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        worst = Math.min(worst, contrast(color, textColorOn(color)));
      }
    }
  }
  expect(worst).toBeGreaterThan(4.5);
});

it('is white on a dark color and black on a light one', () => {
  expect([textColorOn('#12365F'), textColorOn('#FFC61A')]).toEqual(['#FFFFFF', '#000000']);
  expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21);
});
