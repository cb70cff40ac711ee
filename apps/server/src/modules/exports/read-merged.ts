/**
 * Locates the objects of a PDF that qpdf has just written. Read directly from the file, because each further run of
 * qpdf would read all of it again: with its options in merge-pdfs.ts, qpdf writes one cross-reference table and puts
 * every page below one node.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { NO_LINK } from '../../platform/sandbox.ts';
import type { Merged } from './outline.ts';

const END = 1024;
const ENTRY = 20;
const BLOCK = 64 * 1024;
const ENDED = '\nendobj';
/** The list of a million pages. */
const LONGEST_OBJECT = 16 * 2 ** 20;

export async function readMerged(path: string): Promise<Merged> {
  const file = await open(path, NO_LINK.read);
  try {
    const { size } = await file.stat();
    const end = await readText(file, Math.max(0, size - END), END);
    const tableAt = Number(matchIn(end, /startxref\s(\d+)\s%%EOF\s*$/)[1]);
    const trailer = end.slice(end.lastIndexOf('trailer <<'));
    const catalogNumber = Number(matchIn(trailer, /\/Root (\d+) 0 R/)[1]);
    const catalog = await readObject(file, tableAt, catalogNumber);
    // The last match is our own: entries of documents come before it alphabetically, and may contain anything.
    const [, node] = [...catalog.matchAll(/\/Pages (\d+) 0 R/g)].at(-1) ?? [];
    return {
      length: size,
      tableAt,
      objects: Number(matchIn(trailer, /\/Size (\d+)/)[1]),
      catalogNumber,
      catalog,
      pages: pagesIn(await readObject(file, tableAt, Number(node))),
      id: ` ${matchIn(trailer, /\/ID \[<[\da-f]{32}><[\da-f]{32}>\]/)[0]}`,
    };
  } finally {
    await file.close();
  }
}

function pagesIn(node: string): string[] {
  const [, count, kids] = matchIn(
    node,
    /^<< \/Count (\d+) \/Kids \[ ([\dR ]*)\] \/Type \/Pages >>$/,
  );
  const pages = kids!
    .split(' R ')
    .slice(0, -1)
    .map((object) => `${object} R`);
  if (pages.length !== Number(count)) throw new Error(`${pages.length} of ${count} pages found`);
  return pages;
}

/** The object without the lines around it. */
async function readObject(file: FileHandle, tableAt: number, number: number): Promise<string> {
  const head = matchIn(await readText(file, tableAt, 64), /^xref\n0 \d+\n/)[0];
  const entry = await readText(file, tableAt + head.length + number * ENTRY, ENTRY);
  const at = Number(matchIn(entry, /^(\d{10}) 00000 n/)[1]);
  let text = '';
  let end = -1;
  while (end < 0) {
    const more = await readText(file, at + text.length, BLOCK);
    if (more === '' || text.length > LONGEST_OBJECT) throw new Error(`object ${number} has no end`);
    // The keyword may begin at the end of the previous block.
    const searchedTo = Math.max(0, text.length - ENDED.length);
    text += more;
    end = text.indexOf(ENDED, searchedTo);
  }
  return text.slice(`${number} 0 obj\n`.length, end);
}

async function readText(file: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.toString('latin1', 0, bytesRead);
}

function matchIn(text: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(text);
  if (!match) throw new Error(`the merged PDF has no ${pattern}`);
  return match;
}
