import { TREE_DEPTH } from '@cairn/contract/constants';

/** A setting of the interface that is stored for the user on the server and applies in every browser. */
export interface Preference<Value> {
  key: string;
  /** The default, which is also used if the stored value is invalid. */
  fallback: Value;
  accepts: (kept: unknown) => kept is Value;
}

const onOrOff = (key: string, fallback: boolean): Preference<boolean> => ({
  key,
  fallback,
  accepts: (value): value is boolean => typeof value === 'boolean',
});

export const TREE_DEPTHS = [1, 2, 3, 4] as const;

export const hiddenPhases: Preference<string[]> = {
  key: 'hiddenPhases',
  fallback: [],
  accepts: (value): value is string[] =>
    Array.isArray(value) && value.every((id) => typeof id === 'string'),
};

export const treeDepth: Preference<number> = {
  key: 'treeDepth',
  fallback: TREE_DEPTH,
  accepts: (value): value is number => TREE_DEPTHS.some((depth) => depth === value),
};

export const hideFiles = onOrOff('hideFiles', true);

/** Whether single-key shortcuts are on. Shortcuts with ⌘ or Ctrl are always on. */
export const singleLetterKeys = onOrOff('singleLetterKeys', true);

/** Whether the preview shows only the text of a file instead of its pages. */
export const alternativePreviewer = onOrOff('alternativePreviewer', false);

/** Whether the chat panel of a loan closes after a message is sent. */
export const closeChatWhenSent = onOrOff('closeChatWhenSent', false);

/** Encodes a value as the preference calls expect it: JSON, URL-encoded. */
export const encodePreference = (value: unknown): string =>
  encodeURIComponent(JSON.stringify(value));

export function readPreference<Value>(
  { fallback, accepts }: Preference<Value>,
  encoded: string | null | undefined,
): Value {
  if (encoded === null || encoded === undefined) return fallback;
  try {
    const value: unknown = JSON.parse(decodeURIComponent(encoded));
    return accepts(value) ? value : fallback;
  } catch {
    return fallback;
  }
}
