/** A lender's color in emails, adjusted so that it is readable in both color schemes. */
import { contrast, textColorOn } from '@cairn/contract/portal-terms';

export interface ButtonColors {
  readonly background: string;
  readonly text: string;
}

/** The contrast that WCAG 2.2 requires of the shape of a control. */
const MIN_SHAPE_CONTRAST = 3;
const WHITE = '#FFFFFF';
const DARK_CARD = '#1F1E1A';
/** In dark mode a button is a light tint; with this contrast to the card it does not look disabled. */
const MIN_TINT_CONTRAST = 8;

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Mixes `share` (0 to 1) of the other color into this one. */
function mix(color: string, other: string, share: number): string {
  const mixed = channels(color).map((part, index) =>
    Math.round(part + (channels(other)[index]! - part) * share),
  );
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

const STEPS = 20;
/** The color itself, or the first shade toward `other` with enough contrast to the card. */
function shadeFor(color: string, other: string, card: string, least: number): string {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(color, other, step / STEPS);
    if (contrast(shade, card) >= least) return shade;
  }
  return other;
}

export function lightButton(color: string): ButtonColors {
  const background = shadeFor(color, '#000000', WHITE, MIN_SHAPE_CONTRAST);
  return { background, text: textColorOn(background) };
}

export function darkButton(color: string): ButtonColors {
  const background = shadeFor(color, WHITE, DARK_CARD, MIN_TINT_CONTRAST);
  return { background, text: textColorOn(background) };
}
