/**
 * `npm run docs`: builds the documentation as plain HTML files in .cache/site, without JavaScript. Links between
 * pages are rewritten; a broken link fails the build, as it fails `npm run check`.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Marked } from 'marked';
import { headingId } from '../check/links.ts';
import { pageHtml, STYLE, type NavigationGroup } from './page.ts';

const root = resolve(import.meta.dirname, '../..');
const site = join(root, '.cache/site');

/** Groups of the menu, in its order. A page without a group is listed under its folder's name. */
const GROUPS: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Cairn',
    pages: ['README.md', 'docs/features.md', 'docs/tour.md', 'CHANGELOG.md', 'docs/releases.md'],
  },
  {
    title: 'Install',
    pages: [
      'docs/operations/README.md',
      'docs/operations/install.md',
      'docs/operations/one-machine.md',
      'docs/operations/kubernetes.md',
      'docs/operations/images.md',
      'docs/operations/configuration.md',
    ],
  },
  { title: 'Operate', pages: globbed('docs/operations/*.md') },
  { title: 'Security', pages: ['SECURITY.md', ...globbed('docs/security/*.md')] },
  {
    title: 'Develop',
    pages: [
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'docs/glossary.md',
      'docs/measurements.md',
      'bench/README.md',
      'drills/README.md',
      'docs/spec/coverage.md',
      'docs/design-comparison.md',
    ],
  },
  { title: 'Decisions', pages: globbed('docs/decisions/*.md') },
];

function globbed(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).toSorted();
}

const placed = new Set<string>();
const navigation: NavigationGroup[] = GROUPS.map(({ title, pages }) => ({
  title,
  pages: pages
    .filter((path) => !placed.has(path) && placed.add(path))
    .map((path) => ({ path, title: titleOf(path), target: target(path) })),
}));

rmSync(site, { recursive: true, force: true });
for (const group of navigation) {
  for (const page of group.pages) {
    const file = join(site, page.target);
    mkdirSync(dirname(file), { recursive: true });
    const body = render(page.path);
    writeFileSync(file, pageHtml({ title: page.title, body, navigation, target: page.target }));
  }
}
writeFileSync(join(site, 'style.css'), STYLE);
cpSync(join(root, 'docs/images'), join(site, 'docs/images'), { recursive: true });
cpSync(join(root, 'docs/api'), join(site, 'docs/api'), { recursive: true });
console.log(
  `${placed.size} pages in ${relative(root, site)}; open ${relative(root, site)}/index.html`,
);

function titleOf(path: string): string {
  const title = /^# +(.*)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? path;
  return title.replaceAll('`', '');
}

function target(path: string): string {
  if (path === 'README.md') return 'index.html';
  return path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
}

function render(path: string): string {
  const counts = new Map<string, number>();
  const markdown = new Marked({
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image')
        token['href'] = rewrite(path, String(token['href']));
    },
    renderer: {
      heading({ tokens, depth, text }) {
        const id = headingId(text);
        const count = counts.get(id) ?? 0;
        counts.set(id, count + 1);
        const unique = count === 0 ? id : `${id}-${count}`;
        return `<h${depth} id="${unique}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return markdown.parse(readFileSync(join(root, path), 'utf8'), { async: false });
}

/** Returns the address of a page in the site, or the path of another file of the repository. */
function rewrite(from: string, href: string): string {
  if (/^([a-z]+:|#)/i.test(href)) return href;
  const [path = '', heading] = href.split('#');
  const linked = relative(root, resolve(root, dirname(from), path));
  const page = [linked, join(linked, 'README.md')].find((candidate) => placed.has(candidate));
  const isCopied = /^docs\/(images|api)\//.test(linked);
  if (!page && !isCopied) return `#${heading ?? ''}`;
  const address = relative(dirname(target(from)), page ? target(page) : linked);
  return heading ? `${address}#${heading}` : address;
}
