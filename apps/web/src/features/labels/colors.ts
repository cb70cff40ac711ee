/** Label colors that can be told apart in both the light and the dark theme. */
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

/** The first unused color, so that new labels differ by default. */
export function nextColor(usedColors: string[]): LabelColor {
  const all = Object.keys(LABEL_COLORS) as LabelColor[];
  return all.find((color) => !usedColors.includes(color)) ?? all[usedColors.length % all.length]!;
}
