/**
 * Checks links in Markdown files: the file or heading that a link names must exist. Links to other sites are not
 * followed. Part of `npm run check`; the docs site is built from the same files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Articles link to screens of the application, and the specification is quoted as it is. */
const SKIPPED = /^(db\/learning-center|docs\/spec)\//;

/** The id that GitHub and tools/docs give a heading. */
export function headingId(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** Removes code, in which nothing is a link. */
const withoutCode = (text: string): string =>
  withoutFences(text).replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));

export function headingsOf(text: string): Set<string> {
  const counts = new Map<string, number>();
  const ids = withoutFences(text).matchAll(/^#{1,6} +(.*?) *#*$/gm);
  return new Set(
    [...ids].map(([, heading = '']) => {
      const id = headingId(heading);
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      return count === 0 ? id : `${id}-${count}`;
    }),
  );
}

const withoutFences = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '');

export interface BrokenLink {
  readonly file: string;
  readonly link: string;
  readonly reason: string;
}

/** `read` returns the text of a file, or undefined if it does not exist. */
export function brokenLinks(
  file: string,
  text: string,
  read: (path: string) => string | undefined,
): BrokenLink[] {
  const links = [
    ...withoutCode(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...text.matchAll(/\b(?:src|href)="([^"]+)"/g),
  ].map(([, link = '']) => link);
  return links.flatMap((link) => {
    if (/^[a-z]+:/i.test(link)) return [];
    const [path = '', heading] = decodeURI(link).split('#');
    const target = path === '' ? file : resolve(dirname(file), path);
    const targetText = target === file ? text : read(target);
    if (targetText === undefined) return [{ file, link, reason: 'there is no such file' }];
    if (heading && target.endsWith('.md') && !headingsOf(targetText).has(heading)) {
      return [{ file, link, reason: 'the file has no such heading' }];
    }
    return [];
  });
}

if (import.meta.main) {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n')
    .map((file) => resolve(root, file))
    .filter((file) => existsSync(file) && !SKIPPED.test(relative(root, file)));
  const read = (path: string): string | undefined => {
    if (!existsSync(path)) return undefined;
    return statSync(path).isFile() && path.endsWith('.md') ? readFileSync(path, 'utf8') : '';
  };
  const broken = files.flatMap((file) => brokenLinks(file, readFileSync(file, 'utf8'), read));
  for (const { file, link, reason } of broken) {
    console.error(`${relative(root, file)}: ${link}: ${reason}`);
  }
  console.log(`links: ${files.length} files, ${broken.length} broken`);
  if (broken.length > 0) process.exitCode = 1;
}
