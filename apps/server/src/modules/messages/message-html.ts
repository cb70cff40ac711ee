/** Renders a message as HTML for pasting into an email or a memo. */
import { blocksOf, piecesOf } from '@cairn/contract/message-text';
import type { SignatureLine } from '@cairn/contract/signature-terms';
import { escapeHtml } from '../../platform/email/escape-html.ts';
import { signatureAsHtml } from '../../platform/email/signature.ts';

const lineAsHtml = (line: string): string =>
  piecesOf(line)
    .map(({ text, href }) =>
      href === undefined
        ? escapeHtml(text)
        : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`,
    )
    .join('');

const bodyAsHtml = (body: string): string =>
  blocksOf(body)
    .map((block) =>
      block.kind === 'list'
        ? `<ul>${block.items.map((item) => `<li>${lineAsHtml(item)}</li>`).join('')}</ul>`
        : `<p>${block.lines.map(lineAsHtml).join('<br>')}</p>`,
    )
    .join('');

export function messageAsHtml(
  { body, forwarded_body }: { body: string; forwarded_body: string | null },
  signature: readonly SignatureLine[],
): string {
  const quoted =
    forwarded_body === null ? '' : `<blockquote>${bodyAsHtml(forwarded_body)}</blockquote>`;
  const signed = signature.length === 0 ? '' : `<p>${signatureAsHtml(signature)}</p>`;
  return bodyAsHtml(body) + quoted + signed;
}
