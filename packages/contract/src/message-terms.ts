/** Values derived from a message, the same for the server and the page. */

const PREVIEW_LETTERS = 120;

const TIME = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** "Nov 16, 9:02 AM", in the given time zone, otherwise in the reader's own [R202]. */
export function messageTime(at: string, zone?: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...TIME, ...(zone && { timeZone: zone }) });
    formats.set(zone, format);
  }
  // Some versions of ICU put a narrow no-break space before AM.
  return format.format(new Date(at)).replaceAll('\u202F', ' ');
}

/** The first words, on one line. */
export function textPreview(body: string): string {
  const line = body
    .replaceAll(/^[-•] +/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= PREVIEW_LETTERS) return line;
  // Do not split a surrogate pair.
  const short = line.slice(0, PREVIEW_LETTERS).replace(/[\uD800-\uDBFF]$/, '');
  return `${short.trimEnd()}…`;
}
