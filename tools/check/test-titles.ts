/**
 * Extracts the titles of a test file as the runners' -t and -g match them: without those of steps, and without
 * comments.
 */

export interface Titles {
  titles: string[];
  /** Rules that the file names outside of a title, which the runners cannot select by. */
  elsewhere: string[];
}

const QUOTED = /(['"`])((?:\\.|(?!\1).)*)\1/gsy;
const CALL = /\b(?:test|it|describe)((?:\.\w+)*)(?:<[^()]*>)?\(/g;
const RULE = /\[R\d{3}\]/g;

interface Part {
  text: string;
  end: number;
}

function quotedAt(text: string, at: number): Part | undefined {
  QUOTED.lastIndex = at + /^\s*/.exec(text.slice(at))![0].length;
  const quoted = QUOTED.exec(text);
  return quoted ? { text: quoted[2]!, end: QUOTED.lastIndex } : undefined;
}

/** The position after the matching closing parenthesis; parentheses in strings do not count. */
function endOfCall(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const quoted = /['"`]/.test(text[at]!) ? quotedAt(text, at) : undefined;
    if (quoted) at = quoted.end - 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

/** Rows of a table test whose title starts with their first value: `['[R171]', …]` with `'%s …'`. */
const rowsOf = (table: string, title: string): string[] =>
  title.startsWith('%s') ? table.split('\n').filter((line) => /^\s*\['\[R\d{3}\]'/.test(line)) : [];

export function titlesIn(text: string): Titles {
  const titles: string[] = [];
  for (const { index, 0: call, 1: modifiers = '' } of text.matchAll(CALL)) {
    if (modifiers.includes('.step')) continue;
    const open = index + call.length - 1;
    if (!modifiers.endsWith('.each')) {
      const title = quotedAt(text, open + 1);
      if (title) titles.push(title.text);
      continue;
    }
    const end = endOfCall(text, open);
    const title = text[end] === '(' ? quotedAt(text, end + 1) : undefined;
    if (title) titles.push(title.text, ...rowsOf(text.slice(open, end), title.text));
  }
  const rulesInTitles = new Set(titles.flatMap((title) => title.match(RULE) ?? []));
  const rules = text.match(RULE) ?? [];
  return { titles, elsewhere: [...new Set(rules)].filter((rule) => !rulesInTitles.has(rule)) };
}
