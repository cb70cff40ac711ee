/** A field whose text is told after a pause in typing, and comes back as its value. */
export interface TypedText {
  typed: string;
  announced: string;
  /** The value before. */
  arrived: string;
  isFocused: boolean;
}

/**
 * Whether the field shows a value that arrives: it was changed elsewhere, by Back or a saved view. Not while newer
 * text is being typed, or was told and is not back yet.
 */
export const takesValue = (
  value: string,
  { typed, announced, arrived, isFocused }: TypedText,
): boolean =>
  value !== announced && !(isFocused && (announced !== arrived || typed.trim() !== announced));
