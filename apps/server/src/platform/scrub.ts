/** Texts for a service outside: what went wrong, without whom it was about. */

const TEXT_MAX = 300;

const RULES: readonly (readonly [RegExp, string])[] = [
  // Quoted values: Postgres and parsers repeat what they were given.
  [/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`/g, '[value]'],
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
  RULES.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text.slice(0, 5000))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX);

const FRAMES_MAX = 30;
const CHROME = /^\s*at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/;
const FIREFOX = /^(.*?)@(.*?):(\d+):(\d+)$/;

interface Frame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

/** Only places in code: the lines with the message are left out. The oldest call first, as the protocol has it. */
export function framesOf(stack: string): Frame[] {
  return stack
    .slice(0, 20_000)
    .split('\n')
    .flatMap((line) => {
      const [, name, file, lineno, colno] = CHROME.exec(line) ?? FIREFOX.exec(line) ?? [];
      if (!file) return [];
      // From our own folders on: where the product is installed is the operator's business.
      const path = file.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/[?#].*$/, '');
      const filename = path.replace(/^.*\/(?=(?:node_modules|apps|packages|assets)\/)/, '');
      return [
        {
          function: (name || '?').slice(0, 100),
          filename: filename.slice(0, 200),
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
  path
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(0, 10)
    .map((part) => (/^[a-z][a-z-]{0,30}$/.test(part) || /^(?:v\d)?$/.test(part) ? part : '*'))
    .join('/');
