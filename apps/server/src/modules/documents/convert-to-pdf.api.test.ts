import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heicPhoto, lockedPdf, makeDocx } from '@cairn/testing';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runSandboxed } from '../../platform/sandbox.ts';
import { convertToPdf } from './convert-to-pdf.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-converting-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a document that refers to somewhere else', () => {
  test('becomes pages, and nothing is fetched', async () => {
    const urls: string[] = [];
    const server = createServer((request, response) => {
      urls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const field = `INCLUDEPICTURE http://127.0.0.1:${port}/canary.png`;
    writeFileSync(
      join(folder, 'source'),
      await makeDocx(
        `before</w:t></w:r><w:fldSimple w:instr="${field}"><w:r><w:t>x</w:t></w:r></w:fldSimple><w:r><w:t>after`,
      ),
    );
    expect(await convertToPdf(folder, 'source', 'letter.docx')).toMatchObject({ pages: 1 });
    expect(urls).toEqual([]);
    server.close();
  });

  test.each([
    ['locked.pdf', '%PDF-1.4 nothing in it', 'DAMAGED'],
    ['page.html', '<html><img src="http://127.0.0.1/x"></html>', 'UNSUPPORTED'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'UNSUPPORTED'],
    ['photo.png', '\x89PNG\r\n\x1a\n and no more', 'DAMAGED'],
    ['letter.docx', 'PK\x03\x04 and no more', 'DAMAGED'],
  ])('%s is refused where it cannot be opened', async (name, content, refused) => {
    writeFileSync(join(folder, 'source'), Buffer.from(content, 'latin1'));
    expect(await convertToPdf(folder, 'source', name)).toEqual({ refused });
  });
});

test('a PDF with a password is not called damaged', async () => {
  writeFileSync(join(folder, 'source'), lockedPdf(onePagePdf('Lease', []), 'secret'));
  expect(await convertToPdf(folder, 'source', 'lease.pdf')).toEqual({ refused: 'PASSWORD' });
});

describe('real documents become pages in the sandbox', () => {
  const inSandbox = (...command: string[]) =>
    runSandboxed({ folder, command, seconds: 60, memoryBytes: 2 ** 31 });
  const office = (format: string, from: string) =>
    inSandbox(
      ...['soffice', '--headless', '--norestore', '-env:UserInstallation=file:///scratch/p'],
      ...['--convert-to', format, '--outdir', '/job', from],
    );
  const slides = `<?xml version="1.0" encoding="UTF-8"?><office:document
    xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
    office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
    <draw:page draw:name="One"><draw:frame svg:width="10cm" svg:height="2cm"><draw:text-box>
    <text:p>Larkspur Bakery</text:p></draw:text-box></draw:frame></draw:page>
    </office:presentation></office:body></office:document>`;

  const make: Record<string, () => Promise<unknown>> = {
    'letter.docx': async () => writeFileSync(join(folder, 'letter.docx'), await makeDocx('Dear')),
    'rent roll.xlsx': async () => {
      writeFileSync(join(folder, 'rent roll.csv'), 'unit,rent\n1,1200\n2,1350\n');
      await office('xlsx', 'rent roll.csv');
    },
    'pitch.pptx': async () => {
      writeFileSync(join(folder, 'pitch.fodp'), slides);
      await office('pptx', 'pitch.fodp');
    },
    'photo.jpg': () => inSandbox('gm', 'convert', '-size', '640x480', 'xc:gray', 'photo.jpg'),
    'photo.heic': async () => writeFileSync(join(folder, 'photo.heic'), heicPhoto(['Lease'])),
    'scan.tiff': () => inSandbox('gm', 'convert', '-size', '640x480', 'xc:gray', 'scan.tiff'),
    'tax return.pdf': () =>
      inSandbox('gm', 'convert', '-size', '640x480', 'xc:gray', 'tax return.pdf'),
  };
  test.each(Object.keys(make))('%s', { timeout: 120_000 }, async (name) => {
    await make[name]!();
    expect(await convertToPdf(folder, name, name)).toMatchObject({ pages: 1 });
  });
});
