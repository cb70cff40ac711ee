/**
 * Splits SQL into statements at the semicolons that end them, not at those in strings, quoted
 * names, dollar quotes or comments. Psql's meta-commands and COPY data are not SQL and not supported.
 */
const TOKENS = [
  /--[^\n]*/y,
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  // A dollar after a letter or digit belongs to the name before it.
  /(?<![\w$])\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$/y,
];

/** Block comments nest. Returns where this one ends. */
function endOfComment(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at += 1) {
    const pair = sql.slice(at, at + 2);
    if (pair === '/*') depth += 1;
    else if (pair === '*/') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}

function tokenEnd(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return endOfComment(sql, at);
  for (const token of TOKENS) {
    token.lastIndex = at;
    const match = token.exec(sql);
    if (match) return at + match[0].length;
  }
  return at + 1;
}

const isComment = (sql: string, at: number): boolean =>
  sql.startsWith('--', at) || sql.startsWith('/*', at);

/** Leaves out statements that contain only whitespace and comments. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let text = '';
  let hasCode = false;
  const finish = (): void => {
    if (hasCode) statements.push(text.trim());
    text = '';
    hasCode = false;
  };
  for (let at = 0; at < sql.length;) {
    if (sql[at] === ';') {
      finish();
      at += 1;
      continue;
    }
    const end = tokenEnd(sql, at);
    const token = sql.slice(at, end);
    if (!isComment(sql, at)) {
      text += token;
      hasCode ||= token.trim() !== '';
    } else {
      text += ' ';
    }
    at = end;
  }
  finish();
  return statements;
}
