export type HintSide = 'top' | 'right' | 'bottom';

/**
 * What an element says when the pointer or the focus rests on it. Only attributes: one layer for
 * the whole page shows them, so that a list of a thousand faces costs nothing.
 */
export const hint = (label: string, side: HintSide = 'top') => ({
  'data-hint': label,
  'data-hint-side': side,
});
