/** The HTML around each page of the docs site. */
import { dirname, relative } from 'node:path';

export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly {
    readonly path: string;
    readonly title: string;
    readonly target: string;
  }[];
}

export interface DocsPage {
  readonly title: string;
  readonly body: string;
  readonly navigation: readonly NavigationGroup[];
  /** The page's own path in the site. */
  readonly target: string;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function pageHtml({ title, body, navigation, target }: DocsPage): string {
  const to = (path: string): string => relative(dirname(target), path) || path;
  const menu = navigation
    .map((group) => {
      const isOpen = group.pages.some((page) => page.target === target);
      const links = group.pages.map((page) => {
        const current = page.target === target ? ' aria-current="page"' : '';
        return `<li><a href="${to(page.target)}"${current}>${escapeHtml(page.title)}</a></li>`;
      });
      return `<details${isOpen ? ' open' : ''}><summary>${group.title}</summary><ul>${links.join('')}</ul></details>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Cairn</title>
<link rel="stylesheet" href="${to('style.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<nav aria-label="Documentation">
<p><a href="${to('index.html')}">Cairn</a></p>
${menu}
</nav>
<main id="content">
${body}
</main>
</body>
</html>
`;
}

export const STYLE = `:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { padding: 1.5rem; border-right: 1px solid color-mix(in srgb, currentColor 20%, transparent); height: 100vh;
  box-sizing: border-box; overflow: auto; position: sticky; top: 0; font-size: 0.9rem; }
nav p { margin-top: 0; font-weight: 600; font-size: 1.1rem; }
nav ul { list-style: none; margin: 0.25rem 0 0.75rem; padding-left: 0.75rem; }
nav summary { cursor: pointer; font-weight: 600; }
nav a { text-decoration: none; }
nav a[aria-current] { font-weight: 600; text-decoration: underline; }
main { padding: 1.5rem 2.5rem 4rem; max-width: 62rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.3rem 0.6rem; text-align: left;
  vertical-align: top; }
pre { padding: 0.8rem 1rem; overflow-x: auto; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 6px; }
code { font: 0.9em ui-monospace, monospace; }
img { max-width: 100%; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; }
@media (max-width: 48rem) { body { display: block; } nav { height: auto; position: static; } main { padding: 1.5rem; } }
@media print { nav { display: none; } body { display: block; } }
`;
