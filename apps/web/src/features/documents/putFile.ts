export class UploadCanceled extends Error {}

/** The browser sets these itself and refuses to have them set. */
const OWN_HEADERS = new Set(['host', 'content-length']);

interface PutFile {
  address: string;
  headers: Record<string, string>;
  file: File;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
}

/** XMLHttpRequest, because fetch cannot tell how much of a body has been sent. */
export function putFile({ address, headers, file, signal, onPercent }: PutFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    for (const [name, value] of Object.entries(headers)) {
      if (!OWN_HEADERS.has(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onPercent(Math.round((loaded / total) * 100));
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new Error(`The store answered ${request.status}`));
    });
    request.addEventListener('error', () => reject(new Error('The store did not answer')));
    request.addEventListener('abort', () => reject(new UploadCanceled('Upload Canceled')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
