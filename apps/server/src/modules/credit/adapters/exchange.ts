/** Sends one request to a credit service and returns its answer as text. Neither is ever logged or part of an error. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BureauUnavailable, CheckFailed } from './errors.ts';

const TIMEOUT_MS = 45_000;
const MAX_BYTES = 4 * 1024 * 1024;

export interface BureauRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client certificate and its key, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
}

/** Redirects are not followed, because they would send the request to a host that was not configured. */
export async function exchange({
  url,
  method,
  headers,
  body,
  certificate,
}: BureauRequest): Promise<string> {
  const { status, text } = await new Promise<{ status: number; text: string }>(
    (resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send(
        url,
        {
          method,
          headers: {
            ...headers,
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          },
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...certificate,
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_BYTES) request.destroy(new Error('too large'));
            else chunks.push(chunk);
          });
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    },
  ).catch(() => {
    throw new BureauUnavailable();
  });
  if (status >= 200 && status < 300) return text;
  // 429 and 408 are worth a retry. Other 4xx statuses are about our account or the request.
  if (status >= 400 && status < 500 && status !== 429 && status !== 408) {
    throw new CheckFailed('REFUSED');
  }
  throw new BureauUnavailable();
}
