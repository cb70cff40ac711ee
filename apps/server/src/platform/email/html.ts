/** The HTML part of an email: styles are on the elements, because many mail clients drop style sheets. */
import {
  LOGO_CID,
  preferencesOf,
  signature,
  type EmailOptions,
  type Line,
  type ListItem,
  type Officer,
  type Sender,
} from './content.ts';

/** Colors of the light theme on the elements; the style sheet replaces them where the reader prefers dark. */
const INK = '#1C1B18';
const MUTED = '#5D584F';
const LINE = '#E8E5DF';
const LINK = '#1F56B8';
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0"';

const paragraph = (text: string): string =>
  `<p class="muted" style="margin:0 0 20px;color:${MUTED}">${escapeHtml(text)}</p>`;

const anchor = (href: string, words: string): string =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${LINK}">${escapeHtml(words)}</a>`;

function lineAsHtml(line: Line): string {
  if (typeof line === 'string') return paragraph(line);
  if ('code' in line) {
    return `<p class="box" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#F1EFEB;text-align:center;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em">${escapeHtml(line.code)}</p>`;
  }
  if ('items' in line) return boxed(line.items.map(itemAsHtml));
  if ('details' in line) return boxed(line.details.map(detailAsHtml));
  if ('quote' in line) {
    return `<p class="quote" style="margin:0 0 24px;padding:16px 20px;border-radius:10px;background:#FCEFDD;color:${INK}"><strong class="by" style="display:block;color:#8A3F05">${escapeHtml(line.by)}</strong>${escapeHtml(line.quote)}</p>`;
  }
  if ('hint' in line) {
    const behind = line.link ? ` ${anchor(line.link, line.words ?? line.link)}` : '';
    return `<p class="muted" style="margin:0 0 20px;color:${MUTED};text-align:center;font-size:15px">${escapeHtml(line.hint)}${behind}</p>`;
  }
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(line.link)}" style="display:block;padding:14px 18px;border-radius:8px;background:${INK};color:#FFFFFF;text-align:center;text-decoration:none;font-weight:600">${escapeHtml(line.words)}</a></p>`;
}

const boxed = (rows: readonly string[]): string =>
  `<table ${TABLE} class="line" width="100%" style="margin:0 0 24px;border:1px solid ${LINE};border-radius:10px;border-collapse:separate">${rows.join('')}</table>`;

const topBorder = (index: number): string => (index === 0 ? '' : `border-top:1px solid ${LINE};`);

function itemAsHtml(
  { title, notes = [], aside }: ListItem,
  index: number,
  items: readonly ListItem[],
): string {
  const border = topBorder(index);
  const cell = `class="line" style="${border}vertical-align:top;`;
  const number =
    items.length > 1
      ? `<td ${cell}padding:14px 0 14px 16px;width:24px"><div class="box muted" style="width:24px;border-radius:12px;background:#F1EFEB;color:${MUTED};text-align:center;font-size:13px;font-weight:600">${index + 1}</div></td>`
      : '';
  const small = notes.map(
    (note) =>
      `<span class="muted" style="display:block;color:${MUTED};font-size:14px;line-height:21px">${escapeHtml(note)}</span>`,
  );
  const right = aside
    ? `<td ${cell}padding:14px 16px 14px 0;text-align:right;font-size:14px;white-space:nowrap">${escapeHtml(aside)}</td>`
    : '';
  return `<tr>${number}<td ${cell}padding:14px 12px 14px 16px"><strong>${escapeHtml(title)}</strong>${small.join('')}</td>${right}</tr>`;
}

function detailAsHtml([label, value]: readonly [string, string], index: number): string {
  const cell = `class="line" style="${topBorder(index)}vertical-align:top;`;
  return `<tr><td ${cell}padding:12px 16px;width:88px"><span class="muted" style="color:${MUTED}">${escapeHtml(label)}</span></td><td ${cell}padding:12px 16px 12px 0;font-weight:500">${escapeHtml(value)}</td></tr>`;
}

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const firstAndLast = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return firstAndLast
    .map((word) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase())
    .join('');
};

function officerAsHtml({ name, jobTitle, phone }: Officer, company: string): string {
  const digits = phone?.replaceAll(/[^\d+]/g, '') ?? '';
  const call = phone ? `<br>${anchor(`tel:${digits}`, phone)}` : '';
  const title = [jobTitle, company].filter(Boolean).join(', ');
  return `<table ${TABLE} class="line" width="100%" style="margin:28px 0 0;border-top:1px solid ${LINE}"><tr>
<td style="padding:24px 16px 0 0;width:48px;vertical-align:top"><div class="initials" style="width:48px;border-radius:24px;background:#E7F0FD;color:#1B4DA8;text-align:center;font-weight:600;line-height:48px">${escapeHtml(initialsOf(name))}</div></td>
<td class="muted" style="padding:24px 0 0;color:${MUTED};font-size:15px;line-height:22px"><strong class="ink" style="color:${INK}">${escapeHtml(name)}</strong><br>${escapeHtml(title)}${call}</td>
</tr></table>`;
}

const badgeAsHtml = (badge: string): string =>
  `<p class="by quote" style="display:inline-block;margin:0 0 12px;padding:2px 10px;border-radius:6px;background:#FCEFDD;color:#8A3F05;font-size:14px;font-weight:500">${escapeHtml(badge)}</p>`;

const DARK = `@media (prefers-color-scheme:dark){
body,.page{background:#161512!important;color:#F3F1EC!important}
.card{background:#1F1E1A!important;border-color:#37342E!important}
.line{border-color:#37342E!important}
.muted{color:#B5AFA3!important}.ink{color:#F3F1EC!important}
.box{background:#2A2823!important}.quote{background:#3A2A17!important;color:#F3F1EC!important}.by{color:#F0B274!important}
.initials{background:#1D3358!important;color:#BBD3F9!important}
.button{background:#F3F1EC!important;color:#1C1B18!important}.link{color:#8DB4F5!important}}`;

/** Filled up, so that an inbox shows nothing of the page after it. */
const preheaderOf = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}${'&#8199;&#847;'.repeat(60)}</div>`;

export function htmlOf(
  sender: Sender,
  title: string,
  lines: readonly Line[],
  { preheader, badge, reason, note }: EmailOptions,
): string {
  const logo = sender.logo
    ? `<img src="cid:${LOGO_CID}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:12px">`
    : '';
  const footer = [
    ...(reason
      ? [`${escapeHtml(reason)} ${anchor(preferencesOf(sender), 'Email preferences')}`]
      : []),
    ...(note ? [escapeHtml(note)] : []),
    escapeHtml(signature(sender)),
  ].map((text) => `<p style="margin:0 0 12px">${text}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#F7F6F3;color:${INK};font:400 16px/24px Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
${preheader ? preheaderOf(preheader) : ''}
<div class="card" style="max-width:552px;margin:0 auto;border:1px solid ${LINE};border-radius:12px;background:#FFFFFF">
<p class="line" style="margin:0;padding:20px 24px;border-bottom:1px solid ${LINE};font-weight:600">${logo}${escapeHtml(sender.name)}</p>
<div style="padding:28px 24px">
${badge ? badgeAsHtml(badge) : ''}
<h1 style="margin:0 0 12px;font-size:24px;line-height:31px;letter-spacing:-.01em">${escapeHtml(title)}</h1>
${lines.map(lineAsHtml).join('\n')}
${sender.officer ? officerAsHtml(sender.officer, sender.name) : ''}
</div></div>
<div class="muted" style="max-width:504px;margin:20px auto 0;color:${MUTED};font-size:13px;line-height:18px">
${footer.join('\n')}
</div>
</body></html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);
