/** Parses RFC 4180 as a spreadsheet does: cells quoted or bare, doubled quotes, lines that end in CR LF. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, bare = '', end] of cells) {
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
