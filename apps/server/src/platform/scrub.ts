/** Removes personal data from texts for an external service: what went wrong, without whom it was about. */

const TEXT_MAX = 300;
/**
 * Some of the expressions below take quadratic time, and anyone can send the text: 1,000 characters take
 * milliseconds.
 */
const READ_MAX = 1000;

const WORD = String.raw`[\p{L}\p{N}_]`;
/** An apostrophe within a word does not end a quotation. If no closing quote is found, any other quote closes it. */
const quotedPattern = (open: string, close = open): string =>
  `(?<!${WORD})${open}(?:[^]*?${close}(?!${WORD})|[^${close}]*${close})`;

const RULES: readonly (readonly [RegExp, string])[] = [
  // V8 quotes the text around the error's position, which may contain quotes itself.
  [/"[^]*"(?:\.\.\.)? is not valid JSON/g, '[value] is not valid JSON'],
  // Quoted values: Postgres and parsers repeat their input in messages.
  [
    new RegExp(
      [
        quotedPattern('"'),
        quotedPattern("'"),
        quotedPattern('`'),
        quotedPattern('“', '”'),
        quotedPattern('‘', '’'),
      ].join('|'),
      'gu',
    ),
    '[value]',
  ],
  [/=\s*\([^)]*\)/g, '=[value]'],
  [/[^\s@<>()[\],;:]+@[^\s@<>()[\],;:]+/g, '[email]'],
  // Query and fragment of a URL contain tokens and search words.
  [/[?#][^\s)\]]*/g, ''],
  [/([\w-]+)=[^\s,;&)]+/g, '$1=[value]'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '[id]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  [/[\w-]{10,}\.[\w-]{10,}\.[\w-]+/g, '[token]'],
  [/(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])[\w+/-]{20,}={0,2}/gi, '[token]'],
  // Tax ids, Social Security numbers, phones, accounts, birth dates: four digits or more, in any format.
  [/\+?\(?\d(?:[\s().-]{0,2}\d){3,}/g, '[number]'],
];

export const scrubText = (text: string): string =>
  RULES.reduce(
    (scrubbed, [pattern, instead]) => scrubbed.replaceAll(pattern, instead),
    text.slice(0, READ_MAX),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX);

const FRAMES_MAX = 30;
const LINES_MAX = 60;
const LINE_MAX = 500;
const CHROME = /^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/;
const FIREFOX = /^(.*?)@(.*?):(\d+):(\d+)$/;
const CODE =
  /^(?:(?:node_modules|apps|packages|assets)(?:\/@?[\w.+-]+)*\/[\w.+-]+\.(?:[cm]?[jt]sx?|wasm)|node:[\w/-]+)$/;
const FUNCTION = /^(?:async )?(?:new |get |set )?[\w$.#<>/]+(?: \[as [\w$.#<>]+\])?$/;

interface Frame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

const withoutQuery = (path: string): string => path.split(/[?#]/, 1)[0]!;

/**
 * The path from our own folders on, because the installation path is the operator's business. Any other file is
 * scrubbed as a path.
 */
function scrubFile(file: string): string {
  const path = withoutQuery(file.replace(/^[a-z]+:\/\/[^/]*/, ''));
  const ownPath = path.replace(/^.*\/(?=(?:node_modules|apps|packages|assets)\/)/, '');
  return (CODE.test(ownPath) ? ownPath : scrubPath(path)).slice(0, 200);
}

/** A name that cannot be a function's is a value: an object key, or a line of the message that looks like a frame. */
const scrubFunction = (name = ''): string =>
  FUNCTION.test(name) && scrubText(name) === name ? name.slice(0, 100) : '?';

/** The frames of a stack without its message lines, oldest call first as the protocol requires. */
export function framesOf(stack: string): Frame[] {
  return stack
    .slice(0, 20_000)
    .split('\n')
    .slice(0, LINES_MAX)
    .flatMap((whole) => {
      const line = whole.slice(0, LINE_MAX);
      const [, name, file, lineno, colno] = CHROME.exec(line) ?? FIREFOX.exec(line) ?? [];
      if (!file) return [];
      const filename = scrubFile(file);
      return [
        {
          function: scrubFunction(name),
          filename,
          lineno: Number(lineno),
          colno: Number(colno),
          in_app: !filename.startsWith('node_modules') && !filename.startsWith('node:'),
        },
      ];
    })
    .slice(0, FRAMES_MAX)
    .toReversed();
}

/** A page's path without ids and names: only words of our own routes are kept. */
export const scrubPath = (path: string): string =>
  withoutQuery(path)
    .split('/')
    .slice(0, 10)
    .map((part) => (/^[a-z][a-z-]{0,30}$/.test(part) || /^(?:v\d)?$/.test(part) ? part : '*'))
    .join('/');
