import { createStore } from '../../lib/store.ts';
import type { Upload } from '../documents/uploads.ts';

export interface ShoeboxUpload extends Upload {
  place: Place;
}

/** The shoebox of a loan, or one's own. */
export interface Place {
  loanId: string | null;
  /** The sender of the files, if another user uploads them. */
  userId?: string | undefined;
}

export type ShoeboxUploads = ReadonlyMap<string, readonly ShoeboxUpload[]>;

/** By the person who uploads [R103]: outlives the page being looked at. */
export const shoeboxUploads = createStore<ShoeboxUploads>(new Map());
