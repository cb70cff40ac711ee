import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDocx } from '@cairn/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { convert } from './converting.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-converting-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a document that refers to somewhere else', () => {
  test('becomes pages, and nothing is fetched', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
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
    expect(await convert(folder, 'source', 'letter.docx')).toMatchObject({ pages: 1 });
    expect(asked).toEqual([]);
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
    expect(await convert(folder, 'source', name)).toEqual({ refused });
  });
});
