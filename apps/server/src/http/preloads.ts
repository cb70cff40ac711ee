/**
 * Adds links to the HTML for scripts, style sheets and data that a page's address already implies. They load in
 * parallel with the entry script instead of after it, which on a slow connection saves a round trip and the script's
 * run time.
 */
import { API_BASE_PATH, contract } from '@cairn/contract';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The chunks that a page needs first, by the names that apps/web/chunks.ts gives them or by source file. */
const PAGES = {
  secureUpload: ['src/features/home/AnonymousPage.tsx'],
  borrowerHome: ['shell', 'home'],
  loan: ['shell', 'src/features/loan-overview/LoanPage.tsx'],
  request: ['shell', 'request'],
  package: [
    'shell',
    'src/features/loan-overview/LoanPage.tsx',
    'src/features/elements/Package.tsx',
  ],
};

type Page = keyof typeof PAGES;

/** The first calls of every page in the shell. */
const OF_USER = [contract.getLoggedUser.path, contract.getUserSettings.path];
const OF_LOAN = [contract.getLoan.path, contract.listElements.path];
/**
 * The first calls of a page, `{id}` being its loan. The browser reuses a preloaded reply only if the URL is spelled
 * the same.
 */
const CALLS: Readonly<Record<Page, readonly string[]>> = {
  secureUpload: [],
  borrowerHome: [...OF_USER, `${contract.viewLoans.path}?limit=50`],
  loan: [...OF_USER, ...OF_LOAN],
  request: [...OF_USER, ...OF_LOAN],
  package: [...OF_USER, ...OF_LOAN],
};

interface Visit {
  readonly url: string;
  readonly hasSession: boolean;
  readonly userAgent: string | undefined;
}

function pageOf({ url, hasSession, userAgent = '' }: Visit): Page | undefined {
  const [path = '', search = ''] = url.split('?');
  if (path === '/anonymous') return 'secureUpload';
  if (!hasSession) return undefined;
  // On a desktop the visitor may be a lender, who is sent to another page.
  const isPhone = /\bMobile\b/.test(userAgent);
  if (path === '/') return isPhone ? 'borrowerHome' : undefined;
  if (!/^\/loans\/[\da-f]{8}-[\da-f-]{27}$/.test(path)) return undefined;
  if (!/\bview=package\b/.test(search)) return 'loan';
  return isPhone && /\bitem=/.test(search) ? 'request' : 'package';
}

/** Returns a function that renders the links for the end of the head. Throws if the build lacks a chunk. */
export async function findPreloads(dist: string): Promise<(visit: Visit) => string> {
  const file = resolve(dist, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const links = new Map(
    Object.entries(PAGES).map(([page, parts]) => [page, linksTo(manifest, parts)]),
  );
  return (visit) => {
    const page = pageOf(visit);
    return page === undefined ? '' : links.get(page)! + callsOf(page, visit);
  };
}

function callsOf(page: Page, { url }: Visit): string {
  const loanId = /^\/loans\/([\da-f-]+)/.exec(url)?.[1] ?? '';
  return CALLS[page]
    .map((path) => API_BASE_PATH + path.replace('{id}', loanId))
    .map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}">`)
    .join('');
}

function linksTo(manifest: Manifest, parts: readonly string[]): string {
  const inEntry = collect(manifest, ['index.html']);
  const added = [
    ...collect(
      manifest,
      parts.map((part) => keyOf(manifest, part)),
    ),
  ].filter((key) => !inEntry.has(key));
  const styles = new Set(added.flatMap((key) => manifest[key]!.css ?? []));
  return [
    ...added.map((key) => `<link rel="modulepreload" href="/${manifest[key]!.file}">`),
    ...[...styles].map((each) => `<link rel="preload" as="style" crossorigin href="/${each}">`),
  ].join('');
}

function keyOf(manifest: Manifest, part: string): string {
  const key =
    part in manifest ? part : Object.keys(manifest).find((each) => manifest[each]!.name === part);
  if (key === undefined) throw new Error(`the build has no part ${part}: build it again`);
  return key;
}

/** The chunks and everything they import statically. */
function collect(manifest: Manifest, keys: readonly string[], collected = new Set<string>()) {
  for (const key of keys) {
    if (collected.has(key)) continue;
    collected.add(key);
    collect(manifest, manifest[key]!.imports ?? [], collected);
  }
  return collected;
}
