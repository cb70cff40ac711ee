export class UploadCanceled extends Error {
  override name = 'AbortError';
}
/** No answer came: the connection was lost, or the store is away. */
export class StoreUnreachable extends Error {}
/** The store answered, and did not take the file. */
export class StoreAnswer extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The store answered ${status}`);
    this.status = status;
  }
}

/** The browser sets these itself and refuses to have them set. */
const OWN_HEADERS = new Set(['host', 'content-length']);

interface PutBytes {
  address: string;
  headers: Record<string, string>;
  body: Blob | Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
}

/** Returns the status. XMLHttpRequest, because fetch cannot tell how much of a body has been sent. */
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
  // Precondition failed: it arrived before, and the answer was lost. An address takes one file.
  if (status === 412) return;
  if (status < 200 || status >= 300) throw new StoreAnswer(status);
}
