import { contentProblemOf } from '@cairn/contract/file-terms';
import type { OpenedDocument } from '@cairn/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { blockedBecause } from '../documents/scanState.ts';
import { CallError } from '../../lib/CallError.ts';
import { callOptions } from '../../lib/useCall.ts';
import { kindOf } from '@cairn/contract/file-kinds';

const CHECKED_EVERY_MS = 1500;

interface Downloaded {
  address: string;
  /** Null: it could not be loaded. */
  content: ArrayBuffer | null;
}

async function download(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`The download answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** The address is followed at once, and asked for anew to try again. */
function useDownload(address: string | null): ArrayBuffer | null | undefined {
  const [came, setCame] = useState<Downloaded>();
  useEffect(() => {
    if (address === null) return undefined;
    const control = new AbortController();
    download(address, control.signal).then(
      (content) => setCame({ address, content }),
      () => control.signal.aborted || setCame({ address, content: null }),
    );
    return () => control.abort();
  }, [address]);
  return came?.address === address ? came.content : undefined;
}

/** Includes the ticket that the calls for its pages need. */
export type ShownDocument = OpenedDocument & { pagesTicket: string | null };

export type OpenedFile =
  | { state: 'missing' }
  | { state: 'failed'; again: () => void }
  | {
      /** preparing: its pages are being made; they are shown once the list of files says so. */
      state: 'loading' | 'checking' | 'blocked' | 'preparing' | 'unshowable';
      document?: OpenedDocument;
    }
  | { state: 'here'; document: ShownDocument; content: ArrayBuffer };

/** One for all who show it at the same time: each read is recorded. */
export function useOpenedDocument(documentId: string | null) {
  return useQuery({
    ...callOptions(
      'getDocumentWithDownloadUrl',
      { params: { id: documentId ?? '' } },
      { onFailure: () => true },
    ),
    enabled: documentId !== null,
    // Fetched once: the content does not change while the user works on it.
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.downloadUrl === null && !blockedBecause(state.data) ? CHECKED_EVERY_MS : false,
  });
}

/** A document and its bytes, once they have been found clean. */
export function useOpenedFile(documentId: string): OpenedFile {
  const { data, error, refetch } = useOpenedDocument(documentId);
  // A PDF is there as soon as it is clean; other files once they have been converted.
  const isPdf = data !== undefined && kindOf(data.name) === 'pdf';
  const address = data && (data.pdfUrl ?? (isPdf ? data.downloadUrl : null));
  const content = useDownload(address ?? null);
  if (error instanceof CallError && [400, 404].includes(error.status)) return { state: 'missing' };
  if (error || content === null) return { state: 'failed', again: () => void refetch() };
  if (!data) return { state: 'loading' };
  if (data.downloadUrl === null) {
    return { state: blockedBecause(data) ? 'blocked' : 'checking', document: data };
  }
  if (contentProblemOf(data.contentState)) return { state: 'unshowable', document: data };
  if (address === null) return { state: 'preparing', document: data };
  return content
    ? { state: 'here', document: data, content }
    : { state: 'loading', document: data };
}
