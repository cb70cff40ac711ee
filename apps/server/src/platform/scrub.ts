/** Texts for a service outside: what went wrong, without whom it was about. */

const TEXT_MAX = 300;
/** Some expressions below take the square of the length, and anyone can send the text: 1,000 characters take milliseconds. */
const READ_MAX = 1000;

const WORD = String.raw`[\p{L}\p{N}_]`;
/** A quote within a word is an apostrophe. Where none is seen to close, any other does. */
const quotedPattern = (open: string, close = open): string =>
  `(?<!${WORD})${open}(?:[^]*?${close}(?!${WORD})|[^${close}]*${close})`;

const RULES: readonly (readonly [RegExp, string])[] = [
  // The engine repeats the text around the place, with quotes of its own in it.
  [/"[^]*"(?:\.\.\.)? is not valid JSON/g, '[value] is not valid JSON'],
  // Quoted values: Postgres and parsers repeat what they were given.
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
  // The query and the fragment of an address have tokens and words of searches.
  [/[?#][^\s)\]]*/g, ''],
  [/([\w-]+)=[^\s,;&)]+/g, '$1=[value]'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '[id]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  [/[\w-]{10,}\.[\w-]{10,}\.[\w-]+/g, '[token]'],
  [/(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])[\w+/-]{20,}={0,2}/gi, '[token]'],
  // Tax ids, Social Security numbers, phones, accounts, birth dates: four digits or more, however they are written.
  [/\+?\(?\d(?:[\s().-]{0,2}\d){3,}/g, '[number]'],
];

export const scrubText = (text: string): string =>
  RULES.reduce(
    (left, [pattern, instead]) => left.replaceAll(pattern, instead),
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

/** From our own folders on: where the product is installed is the operator's business. Any other file is scrubbed as a path. */
function scrubFile(file: string): string {
  const path = withoutQuery(file.replace(/^[a-z]+:\/\/[^/]*/, ''));
  const ownPath = path.replace(/^.*\/(?=(?:node_modules|apps|packages|assets)\/)/, '');
  return (CODE.test(ownPath) ? ownPath : scrubPath(path)).slice(0, 200);
}

/** A name that no code has is a value: a key of an object, or a line of the message that looks like a frame. */
const scrubFunction = (name = ''): string =>
  FUNCTION.test(name) && scrubText(name) === name ? name.slice(0, 100) : '?';

/** Only places in code: the lines with the message are left out. The oldest call first, as the protocol has it. */
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

/** The path of a page without ids and names in it: only words of our own addresses are left. */
export const scrubPath = (path: string): string =>
  withoutQuery(path)
    .split('/')
    .slice(0, 10)
    .map((part) => (/^[a-z][a-z-]{0,30}$/.test(part) || /^(?:v\d)?$/.test(part) ? part : '*'))
    .join('/');
