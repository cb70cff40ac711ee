/** The source of a document that the worker makes. */

/** A page of a document's PDF, counted from 1, and how far it is turned clockwise. */
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
  /** Whole files, each as a PDF, one after the other. */
  | { readonly kind: 'MERGED'; readonly sources: readonly SourceFile[] }
  | { readonly kind: 'JPEG'; readonly documentId: string; readonly version: number }
  /** An empty office file; its name says which. */
  | { readonly kind: 'BLANK' };
