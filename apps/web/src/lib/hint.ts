export type HintSide = 'top' | 'right' | 'bottom';

/**
 * Gives an element a tooltip that is shown on hover and on focus. It only sets attributes, and one component shows the
 * tooltips of the whole page, so that a list of a thousand avatars has no tooltip components of its own.
 */
export const hint = (label: string, side: HintSide = 'top') => ({
  'data-hint': label,
  'data-hint-side': side,
});
