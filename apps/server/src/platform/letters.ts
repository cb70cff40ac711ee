/** What a letter looks like. It is written once, as lines; the text and the HTML part come from them. */
import type { Letter } from './mail.ts';

export interface Sender {
  /** The company's name, or the product's. */
  readonly name: string;
  readonly site: string;
}
export type Written = Omit<Letter, 'to'>;
export type Line = string | { code: string } | { link: string; words: string };

export function letter(sender: Sender, title: string, lines: Line[]): Written {
  return {
    from: sender.name,
    subject: `${title}: ${sender.name}`,
    text: [title, ...lines.map(lineAsText), `${sender.name}, with Cairn`].join('\n\n') + '\n',
    html: page(sender, title, lines.map(lineAsHtml)),
  };
}

function lineAsText(line: Line): string {
  if (typeof line === 'string') return line;
  return 'code' in line ? `    ${line.code}` : `${line.words}: ${line.link}`;
}

const INK = '#1C1B18';

function lineAsHtml(line: Line): string {
  if (typeof line === 'string') return `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  if ('code' in line) {
    return `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:#F1EFEB;text-align:center;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em">${escapeHtml(line.code)}</p>`;
  }
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(line.link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${INK};color:#FFFFFF;text-decoration:none;font-weight:600">${escapeHtml(line.words)}</a></p>`;
}

/** Styles stand on the elements: half of the mail programs know no style sheet. */
const page = (sender: Sender, title: string, lines: string[]): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:#F7F6F3;color:${INK};font:400 16px/24px Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;border:1px solid #E8E5DF;border-radius:12px;background:#FFFFFF">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(sender.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(title)}</h1>
${lines.join('\n')}
</div>
<p style="max-width:480px;margin:16px auto 0;color:#6A655B;font-size:12px;line-height:16px">${escapeHtml(sender.name)}, with Cairn</p>
</body></html>
`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** A company's name is its own affair; what it does in a page of ours is not. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);
