/** The state of a field that reports its text after a pause in typing and then receives it back as its value. */
export interface TypedText {
  typed: string;
  announced: string;
  /** The previous value of the field. */
  arrived: string;
  isFocused: boolean;
}

/**
 * Whether the field replaces its text with a new value, which was changed elsewhere, for example by the Back button or
 * a saved view. It does not while the user types newer text, or while the last reported text has not come back yet.
 */
export const takesValue = (
  value: string,
  { typed, announced, arrived, isFocused }: TypedText,
): boolean =>
  value !== announced && !(isFocused && (announced !== arrived || typed.trim() !== announced));
