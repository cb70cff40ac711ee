import { TREE_DEPTH } from '@cairn/contract/constants';

/** Something the interface remembers for a person, whichever browser they use. */
export interface Preference<Value> {
  key: string;
  /** Default, also where the stored value is invalid. */
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

/** Single-key shortcuts; those with ⌘ or Ctrl are always on. */
export const singleLetterKeys = onOrOff('singleLetterKeys', true);

/** Files are shown in the preview as their words alone, not as their pages. */
export const alternativePreviewer = onOrOff('alternativePreviewer', false);

/** The chat beside a loan gives its room back once something was said. */
export const closeChatWhenSent = onOrOff('closeChatWhenSent', false);

/** Encodes a preference as the calls carry it: JSON, URL-encoded. */
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
