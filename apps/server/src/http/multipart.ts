/** Parses multipart/form-data, for the few calls that the specification defines as file uploads. */
import { CSV_MAX_BYTES } from '@cairn/contract/template-terms';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.ts';

/** The file, plus the form's own overhead. */
const FORM_MAX_BYTES = CSV_MAX_BYTES + 64 * 1024;

/**
 * The body of a call that takes a form. It is taken apart once the caller is known: 5 MB of small parts keep the process
 * busy for a second.
 */
export async function bodyOf(request: FastifyRequest): Promise<unknown> {
  const { body } = request;
  return Buffer.isBuffer(body) ? readForm(request, body) : body;
}

/**
 * Reads the form into memory, which is possible because it is small. A field becomes its text, a file { name, text }.
 */
async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
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

export function acceptMultipart(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      // A browser may post a form to any site without a preflight, so only calls that declare it accept one.
      if (!request.routeOptions.config.form) throw new ApiError('INVALID_REQUEST');
      return body;
    },
  );
}
