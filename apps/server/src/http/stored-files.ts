/** Serves stored files over HTTP: ranges, and headers that keep a browser from showing or running them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { ByteRange, SentFile } from '../platform/handler.ts';
import { ApiError } from '../platform/api-error.ts';

/**
 * A single range of bytes (RFC 9110). For several ranges, other units, or a range of another version the whole file
 * is sent.
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  size: number,
  tag: string,
): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== `"${tag}"`) return undefined;
  const range =
    first === ''
      ? { from: Math.max(0, size - Number(last)), to: size }
      : { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
  if (range.from < range.to) return range;
  throw new ApiError('RANGE_NOT_SATISFIABLE', { headers: { 'content-range': `bytes */${size}` } });
}

/** No script, no frame and no content sniffing: an HTML file that slipped through is not rendered. */
const SANDBOX = "default-src 'none'; sandbox";
/** Without the sandbox, in which the browser's PDF viewer does not open. */
const VIEWER =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function sendStored(reply: FastifyReply, content: Readable, file: SentFile): undefined {
  const { name, size, sha256, range, inline } = file;
  void reply
    .code(range ? 206 : 200)
    .headers({
      'content-type': inline ?? 'application/octet-stream',
      'content-length': String(range ? range.to - range.from : size),
      ...(range && { 'content-range': `bytes ${range.from}-${range.to - 1}/${size}` }),
      'accept-ranges': 'bytes',
      etag: `"${sha256.toString('hex')}"`,
      'content-disposition': contentDisposition(name, { type: inline ? 'inline' : 'attachment' }),
      'content-security-policy': inline ? VIEWER : SANDBOX,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    .send(content);
}
