/** The source of a document that the worker makes. */

/** A page of a document's PDF, counted from 1, and its clockwise rotation. */
export interface SourcePage {
  readonly documentId: string;
  readonly version: number;
  readonly page: number;
  readonly turn: 0 | 90 | 180 | 270;
}

export interface SourceFile {
  readonly documentId: string;
  readonly version: number;
}

export type DocumentOrigin =
  | { readonly kind: 'PAGES'; readonly pages: readonly SourcePage[] }
  /** Whole files as PDFs, joined in order. */
  | { readonly kind: 'MERGED'; readonly sources: readonly SourceFile[] }
  | { readonly kind: 'JPEG'; readonly documentId: string; readonly version: number }
  /** An empty office file, whose name determines its type. */
  | { readonly kind: 'BLANK' };
