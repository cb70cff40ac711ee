type Query = Record<string, string | string[]>;

/** Repeated keys become lists and everything else stays text, so that people can read and share the URLs. */
export function parseQuery(text: string): Query {
  const query: Query = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const current = query[name];
    if (current === undefined) query[name] = value;
    else query[name] = [current, value].flat();
  }
  return query;
}

type Value = string | number | boolean | null | undefined;

export function stringifyQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value as Value | Value[]].flat()) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** Returns one value or several values as a list. */
export const listOf = (value: unknown): string[] =>
  value === undefined ? [] : ([value].flat() as string[]);
