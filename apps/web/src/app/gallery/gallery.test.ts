import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Components that the gallery does not render, with the reason. */
const NOT_SHOWN: Record<string, string> = {
  DataRow: 'a part of DataTable',
  SelectBox: 'a part of DataTable',
  VirtualRows: 'the body of a DataTable with hundreds of rows',
  DialogActions: 'the foot of FormDialog',
  DialogFoot: 'the foot of ConfirmDialog',
  FilterMenu: 'loaded by FilterMenuButton when it is opened',
  ExportButton: 'a call of the server: its look is that of a button',
  UnreadCount: 'UnreadBadge with the number from the server',
  SupportLink: 'shows the address that the server writes into the page',
  WholeNotFoundPage: 'NotFoundPage in a landmark, of which a page has one',
};

const src = resolve(import.meta.dirname, '../..');
const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: src })
    .map((path) => readFileSync(resolve(src, path), 'utf8'))
    .join('\n');
const COMPONENT = /^export (?:default )?(?:function|const) ([A-Z][a-z]\w*)/gm;

test('the gallery shows every component of ui, or a reason is listed', () => {
  const components = [...textOf('ui/*.tsx').matchAll(COMPONENT)].map(([, name]) => name!);
  const gallery = textOf('app/gallery/*.tsx');
  const missing = components.filter((name) => !new RegExp(`<${name}\\b`).test(gallery));
  expect(components.length).toBeGreaterThan(60);
  expect(missing.toSorted()).toEqual(Object.keys(NOT_SHOWN).toSorted());
});
