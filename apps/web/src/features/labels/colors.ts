/** The colors that a label can have: each can be told from the others, in light and in dark. */
export const LABEL_COLORS = {
  '#5B8DEF': 'Blue',
  '#D9534F': 'Red',
  '#2BA6A0': 'Teal',
  '#8E6FD8': 'Violet',
  '#7BB661': 'Green',
  '#E4743B': 'Orange',
  '#FAC014': 'Amber',
  '#8E897E': 'Gray',
} as const;
export type LabelColor = keyof typeof LABEL_COLORS;

export const colorName = (color: string): string =>
  LABEL_COLORS[color as LabelColor] ?? 'Another color';

/** The next label gets the first color that no other has, so that a row of them differs by itself. */
export function nextColor(usedColors: string[]): LabelColor {
  const all = Object.keys(LABEL_COLORS) as LabelColor[];
  return all.find((color) => !usedColors.includes(color)) ?? all[usedColors.length % all.length]!;
}
