/**
 * The structure of an email signature: text with a few markup characters, parsed the same way by the server and the
 * page.
 */
import { piecesOf } from './message-text.ts';

export const SIGNATURE_MAX = 1_000;
export const SIGNATURE_MAX_LINES = 12;

export interface SignaturePiece {
  readonly text: string;
  readonly mark?: 'bold' | 'italic' | undefined;
  /** Link target: only http(s), mailto or tel. */
  readonly href?: string | undefined;
}
export type SignatureLine = readonly SignaturePiece[];

/** `**bold**`, `*italic*` or `[words](address)`; none of them can be nested in another one of its kind. */
const SIGNS = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^[\]]+)\]\(([^\s()]+)\)/g;
const ADDRESS = /^(?:https?:\/\/[^\s\p{C}]+|mailto:[^\s\p{C}]+|tel:[+\d().-]+)$/iu;

function pieceOf([whole, bold, italic, words, address]: RegExpExecArray): SignaturePiece[] {
  if (bold !== undefined) return [{ text: bold, mark: 'bold' }];
  if (italic !== undefined) return [{ text: italic, mark: 'italic' }];
  // A link with any other scheme remains plain text.
  return ADDRESS.test(address!) ? [{ text: words!, href: address! }] : [{ text: whole }];
}

function lineOf(line: string): SignatureLine {
  const pieces: SignaturePiece[] = [];
  let from = 0;
  for (const match of line.matchAll(SIGNS)) {
    pieces.push(...piecesOf(line.slice(from, match.index)), ...pieceOf(match));
    from = match.index + match[0].length;
  }
  return [...pieces, ...piecesOf(line.slice(from))];
}

export const signatureLines = (text: string): SignatureLine[] => text.split('\n').map(lineOf);
