/** Parses multipart/form-data, for the few calls that the specification defines as file uploads. */
import { CSV_MAX_BYTES } from '@cairn/contract/template-terms';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.ts';

/** The file, plus the form's own overhead. */
const FORM_MAX_BYTES = CSV_MAX_BYTES + 64 * 1024;
/** A form has one file and few fields. 5 MB of small parts would keep the process busy for a second. */
const MAX_PARTS = 20;

/** The body of a call that takes a form, which is taken apart once the caller is known. */
export async function bodyOf(request: FastifyRequest): Promise<unknown> {
  const { body } = request;
  return Buffer.isBuffer(body) ? readForm(request, body) : body;
}

/**
 * Reads the form into memory, which is possible because it is small. A field becomes its text, a file { name, text }.
 */
async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  if (hasManyParts(body)) throw new ApiError('INVALID_REQUEST');
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new ApiError('INVALID_REQUEST');
  });
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form.entries()) {
    fields[name] =
      typeof value === 'string' ? value : { name: value.name, text: await textOf(value) };
  }
  return fields;
}

/** Each part has this header in a line of its own, whatever the boundary is; no line of a spreadsheet begins like it. */
function hasManyParts(body: Buffer): boolean {
  const lowered = body.toString('latin1').toLowerCase();
  let at = -1;
  for (let parts = 0; parts <= MAX_PARTS; parts += 1) {
    at = lowered.indexOf('\ncontent-disposition', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** Refuses bytes that are not UTF-8: decoding would silently replace characters. */
async function textOf(file: Blob): Promise<string> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(await file.arrayBuffer());
  } catch {
    throw new ApiError('INVALID_REQUEST', {
      fieldErrors: {
        file: 'This file isn’t UTF-8 text. In a spreadsheet, save it as "CSV UTF-8".',
      },
    });
  }
}

const MULTIPART = 'multipart/form-data';
const isMultipart = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.trim().toLowerCase().startsWith(MULTIPART) === true;

export function acceptMultipart(app: FastifyInstance): void {
  // Before the body is read, where none is expected. Webhooks parse their bodies themselves.
  app.addHook('onRequest', async (request) => {
    const { call, form } = request.routeOptions.config;
    const isOurs = request.is404 || call !== undefined;
    if (isOurs && form !== true && isMultipart(request)) throw new ApiError('INVALID_REQUEST');
  });
  app.addContentTypeParser(
    MULTIPART,
    { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      // A browser may post a form to any site without a preflight, so only calls that declare it accept one.
      if (!request.routeOptions.config.form) throw new ApiError('INVALID_REQUEST');
      return body;
    },
  );
}
