export class UploadCanceled extends Error {
  override name = 'AbortError';
}
/** The object storage did not respond: the connection is lost or the storage is unavailable. */
export class StoreUnreachable extends Error {}
/** The object storage responded with an error status. */
export class StoreAnswer extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The store answered ${status}`);
    this.status = status;
  }
}

/** The browser sets these headers itself and does not allow scripts to set them. */
const OWN_HEADERS = new Set(['host', 'content-length']);

interface PutBytes {
  address: string;
  headers: Record<string, string>;
  body: Blob | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
}

/**
 * Sends the bytes and returns the response status. It uses XMLHttpRequest because fetch does not report upload
 * progress.
 */
export function putBytes({ address, headers, body, signal, onSent }: PutBytes): Promise<number> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new UploadCanceled('Upload Canceled'));
      return;
    }
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    for (const [name, value] of Object.entries(headers)) {
      if (!OWN_HEADERS.has(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => resolve(request.status));
    request.addEventListener('error', () =>
      reject(new StoreUnreachable('The store did not answer')),
    );
    request.addEventListener('abort', () => reject(new UploadCanceled('Upload Canceled')));
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.send(body);
  });
}

interface PutFile {
  address: string;
  headers: Record<string, string>;
  file: File;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
}

export async function putFile({ address, headers, file, signal, onPercent }: PutFile) {
  const onSent = (bytes: number) => onPercent(Math.round((bytes / file.size) * 100));
  const status = await putBytes({ address, headers, body: file, signal, onSent });
  // 412 Precondition Failed means that an earlier attempt stored the file but its response was lost. Each URL accepts
  // one file.
  if (status === 412) return;
  if (status < 200 || status >= 300) throw new StoreAnswer(status);
}
