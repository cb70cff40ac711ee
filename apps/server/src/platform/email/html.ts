/** The HTML part of an email: styles are on the elements, because many mail clients drop style sheets. */
import { darkButton, lightButton, type ButtonColors } from './brand-color.ts';
import {
  LOGO_CID,
  preferencesOf,
  progressWords,
  replyWords,
  signature,
  type EmailOptions,
  type Line,
  type ListItem,
  type Officer,
  type Sender,
} from './content.ts';
import { escapeHtml } from './escape-html.ts';
import { signatureAsHtml } from './signature.ts';

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

const OWN_BUTTON: ButtonColors = { background: INK, text: '#FFFFFF' };
const OWN_DARK_BUTTON: ButtonColors = { background: '#F3F1EC', text: INK };

function lineAsHtml(line: Line, button: ButtonColors): string {
  if (typeof line === 'string') return paragraph(line);
  if ('code' in line) {
    return `<p class="box" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#F1EFEB;text-align:center;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em">${escapeHtml(line.code)}</p>`;
  }
  if ('items' in line) return boxTable(line.items.map(itemAsHtml));
  if ('details' in line) return boxTable(line.details.map(detailAsHtml));
  if ('quote' in line) {
    return `<p class="quote" style="margin:0 0 24px;padding:16px 20px;border-radius:10px;background:#FCEFDD;color:${INK}"><strong class="by" style="display:block;color:#8A3F05">${escapeHtml(line.by)}</strong>${escapeHtml(line.quote)}</p>`;
  }
  if ('heading' in line) {
    return `<h2 style="margin:8px 0 10px;font-size:17px;line-height:24px">${escapeHtml(line.heading)}</h2>`;
  }
  if ('signature' in line) {
    return `<p class="muted" style="margin:0 0 24px;color:${MUTED};font-size:15px;line-height:22px">${signatureAsHtml(line.signature)}</p>`;
  }
  if ('progress' in line) return progressAsHtml(line.progress);
  if ('hint' in line) {
    const behind = line.link ? ` ${anchor(line.link, line.words ?? line.link)}` : '';
    return `<p class="muted" style="margin:0 0 20px;color:${MUTED};text-align:center;font-size:15px">${escapeHtml(line.hint)}${behind}</p>`;
  }
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(line.link)}" style="display:block;padding:14px 18px;border-radius:8px;background:${button.background};color:${button.text};text-align:center;text-decoration:none;font-weight:600">${escapeHtml(line.words)}</a></p>`;
}

/** Amber for documents in review, as in the web application. */
const PROGRESS_COLORS = [INK, '#F5BE1B', '#E8E5DF'];
const PROGRESS_CLASSES = ['bar', '', 'rest'];

function progressAsHtml(progress: Parameters<typeof progressWords>[0]): string {
  const { approved, inReview, todo } = progress;
  const all = Math.max(1, approved + inReview + todo);
  const cells = [approved, inReview, todo].map((count, index) =>
    count === 0
      ? ''
      : `<td class="${PROGRESS_CLASSES[index]}" width="${Math.max(2, Math.round((count / all) * 100))}%" style="height:8px;background:${PROGRESS_COLORS[index]};font-size:0;line-height:8px">&nbsp;</td>`,
  );
  const words = progressWords(progress).map((text) => escapeHtml(text));
  return `<table ${TABLE} width="100%" aria-hidden="true" style="margin:0 0 8px;border-radius:4px;overflow:hidden"><tr>${cells.join('')}</tr></table>
<p class="muted" style="margin:0 0 24px;color:${MUTED};font-size:14px">${words.join(' · ')}</p>`;
}

const boxTable = (rows: readonly string[]): string =>
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
  // On a phone the aside goes below the notes: beside them, a long title would wrap at every word.
  const below = aside
    ? `<span class="narrow" style="display:none;font-size:14px;line-height:21px">${escapeHtml(aside)}</span>`
    : '';
  const right = aside
    ? `<td ${cell.replace('"line"', '"line wide"')}padding:14px 16px 14px 0;text-align:right;font-size:14px;white-space:nowrap">${escapeHtml(aside)}</td>`
    : '';
  return `<tr>${number}<td ${cell}padding:14px 12px 14px 16px"><strong>${escapeHtml(title)}</strong>${small.join('')}${below}</td>${right}</tr>`;
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

function officerAsHtml(officer: Officer, company: string): string {
  const { name, jobTitle, phone } = officer;
  const digits = phone?.replaceAll(/[^\d+]/g, '') ?? '';
  const ways = [phone ? anchor(`tel:${digits}`, phone) : undefined, replyWords(officer)];
  const words = ways.filter(Boolean).join(' or ');
  const call = words ? `<br>${phone ? words : `You can ${words}`}` : '';
  const title = [jobTitle, company].filter(Boolean).join(', ');
  return `<table ${TABLE} class="line" width="100%" style="margin:28px 0 0;border-top:1px solid ${LINE}"><tr>
<td style="padding:24px 16px 0 0;width:48px;vertical-align:top"><div class="initials" style="width:48px;border-radius:24px;background:#E7F0FD;color:#1B4DA8;text-align:center;font-weight:600;line-height:48px">${escapeHtml(initialsOf(name))}</div></td>
<td class="muted" style="padding:24px 0 0;color:${MUTED};font-size:15px;line-height:22px"><strong class="ink" style="color:${INK}">${escapeHtml(name)}</strong><br>${escapeHtml(title)}${call}</td>
</tr></table>`;
}

const badgeAsHtml = (badge: string): string =>
  `<p class="by quote" style="display:inline-block;margin:0 0 12px;padding:2px 10px;border-radius:6px;background:#FCEFDD;color:#8A3F05;font-size:14px;font-weight:500">${escapeHtml(badge)}</p>`;

const NARROW_STYLES =
  '@media (max-width:480px){.wide{display:none!important}.narrow{display:block!important}}';
const darkStyles = (button: ButtonColors): string => `@media (prefers-color-scheme:dark){
body,.page{background:#161512!important;color:#F3F1EC!important}
.card{background:#1F1E1A!important;border-color:#37342E!important}
.line{border-color:#37342E!important}
.muted{color:#B5AFA3!important}.ink{color:#F3F1EC!important}
.box{background:#2A2823!important}.quote{background:#3A2A17!important;color:#F3F1EC!important}.by{color:#F0B274!important}
.bar{background:#F3F1EC!important}.rest{background:#37342E!important}
.initials{background:#1D3358!important;color:#BBD3F9!important}
.button{background:${button.background}!important;color:${button.text}!important}.link{color:#8DB4F5!important}}`;

/** Padded with invisible characters, so that an inbox preview shows nothing of the body. */
const preheaderOf = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}${'&#8199;&#847;'.repeat(60)}</div>`;

const firstSentence = (lines: readonly Line[]): string =>
  lines.find((line) => typeof line === 'string') ?? '';

export function htmlOf(
  sender: Sender,
  title: string,
  lines: readonly Line[],
  { preheader, badge, reason, note }: EmailOptions,
): string {
  const logo = sender.logo
    ? `<img src="cid:${LOGO_CID}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:12px">`
    : '';
  const button = sender.color ? lightButton(sender.color) : OWN_BUTTON;
  const darkOne = sender.color ? darkButton(sender.color) : OWN_DARK_BUTTON;
  const footer = [
    ...(reason
      ? [
          [
            escapeHtml(reason),
            anchor(preferencesOf(sender), 'Email preferences'),
            ...(sender.unsubscribe ? [anchor(sender.unsubscribe, 'Stop these emails')] : []),
          ].join(' '),
        ]
      : []),
    ...(note ? [escapeHtml(note)] : []),
    ...(sender.legalLine ? [escapeHtml(`${sender.name}. ${sender.legalLine}`)] : []),
    escapeHtml(signature(sender)),
  ].map((text) => `<p style="margin:0 0 12px">${text}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${NARROW_STYLES}${darkStyles(darkOne)}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#F7F6F3;color:${INK};font:400 16px/24px Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
${preheaderOf(preheader ?? firstSentence(lines))}
<div class="card" style="max-width:552px;margin:0 auto;border:1px solid ${LINE};border-radius:12px;background:#FFFFFF">
<p class="line" style="margin:0;padding:20px 24px;border-bottom:1px solid ${LINE};font-weight:600">${logo}${escapeHtml(sender.name)}</p>
<div style="padding:28px 24px">
${badge ? badgeAsHtml(badge) : ''}
<h1 style="margin:0 0 12px;font-size:24px;line-height:31px;letter-spacing:-.01em">${escapeHtml(title)}</h1>
${lines.map((line) => lineAsHtml(line, button)).join('\n')}
${sender.officer ? officerAsHtml(sender.officer, sender.name) : ''}
</div></div>
<div class="muted" style="max-width:504px;margin:20px auto 0;color:${MUTED};font-size:13px;line-height:18px">
${footer.join('\n')}
</div>
</body></html>
`;
}
