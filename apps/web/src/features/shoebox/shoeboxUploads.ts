import { createStore } from '../../lib/store.ts';
import type { Upload } from '../documents/uploads.ts';

export interface ShoeboxUpload extends Upload {
  place: Place;
}

/** The shoebox of a loan, or the user's own shoebox if `loanId` is null. */
export interface Place {
  loanId: string | null;
  /** The sender of the files, if another user uploads them. */
  userId?: string | undefined;
}

export type ShoeboxUploads = ReadonlyMap<string, readonly ShoeboxUpload[]>;

/**
 * Uploads by the ID of the user who uploads [R103]. The store is global, so uploads continue when the user leaves the
 * page.
 */
export const shoeboxUploads = createStore<ShoeboxUploads>(new Map());
