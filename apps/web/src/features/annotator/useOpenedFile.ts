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
  /** Null if the download failed. */
  content: ArrayBuffer | null;
}

async function download(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`The download answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** Downloads the bytes. To retry, the caller requests a new URL. */
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

/** Includes the ticket that the calls for the text and pages require. */
export type ShownDocument = OpenedDocument & { pagesTicket: string | null };

export type OpenedFile =
  | { state: 'missing' }
  | { state: 'failed'; again: () => void }
  | {
      /**
       * preparing: the file is being converted. The preview is mounted again when the document list reports the pages.
       */
      state: 'loading' | 'checking' | 'blocked' | 'preparing' | 'unshowable';
      document?: OpenedDocument;
    }
  | { state: 'here'; document: ShownDocument; content: ArrayBuffer };

/** All components that show the document share one query, because each request is recorded as a read. */
export function useOpenedDocument(documentId: string | null) {
  return useQuery({
    ...callOptions(
      'getDocumentWithDownloadUrl',
      { params: { id: documentId ?? '' } },
      { onFailure: () => true },
    ),
    enabled: documentId !== null,
    // Fetched only once, so that the content does not change while the user works on it.
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.downloadUrl === null && !blockedBecause(state.data) ? CHECKED_EVERY_MS : false,
  });
}

/** A document and its bytes. The bytes load once the scan finds the document clean. */
export function useOpenedFile(documentId: string): OpenedFile {
  const { data, error, refetch } = useOpenedDocument(documentId);
  // A clean PDF can be shown directly. Other files are shown as a PDF after their conversion.
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
