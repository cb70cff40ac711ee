import { contrast } from '@cairn/contract/portal-terms';
import { expect, test } from 'vitest';
import { darkButton, lightButton } from './brand-color.ts';

/** Every shade of gray, and a grid of other colors. */
const COLORS = ['00', '33', '66', '99', 'CC', 'FF'].flatMap((red, _, parts) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
);

test('on a button of any color the text reads, and the button stands out from the card', () => {
  for (const color of COLORS) {
    const light = lightButton(color);
    expect(contrast(light.background, light.text), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light.background, '#FFFFFF'), color).toBeGreaterThanOrEqual(3);
    const dark = darkButton(color);
    expect(contrast(dark.background, dark.text), color).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark.background, '#1F1E1A'), color).toBeGreaterThanOrEqual(8);
  }
});

test('a color that reads well is left as the lender chose it; in the dark it becomes a light tint', () => {
  expect(lightButton('#12365F')).toEqual({ background: '#12365F', text: '#FFFFFF' });
  expect(darkButton('#12365F').text).toBe('#000000');
  expect(darkButton('#FFD200').background).toBe('#FFD200');
});
