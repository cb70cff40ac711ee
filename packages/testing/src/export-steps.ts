/** Steps for export tests: documents with real content, exports of them, and other programs that read the exports. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { bufferEntry, bytesOf, lengthOf, zipLayout } from '@cairn/server/platform/zip';
import { sendInParts } from '@cairn/server/platform/multipart-upload';
import { Bucket } from '@cairn/server/platform/object-storage';
import { digestsOf } from '@cairn/server/platform/stored-file';
import type { Account, Element, Loan } from './factories/test-data.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

type Over = NonNullable<Parameters<TestServer['given']['element']>[1]>;

/** Options of an export; with both, a zip of PDFs. */
export const flags = (zip: boolean, pdf: boolean) => ({
  ...(zip && { zip: 'true' as const }),
  ...(pdf && { pdf: 'true' as const }),
});

export class ExportSteps {
  /** The vault with the worker's credential. */
  readonly vault: Bucket;
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  private readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
    const { store } = server.config;
    this.vault = new Bucket(store, store.vaultBucket, store.worker);
  }

  /** A request answered with these bytes, as if they had been uploaded and scanned. */
  async answered(
    loan: Loan,
    by: Account,
    [name, content]: readonly [string, Buffer],
    { state = 'CLEAN', ...over }: Over & { state?: string } = {},
  ): Promise<Element & { documentId: string }> {
    const { given, owner } = this.server;
    const objectKey = `test/${randomUUID()}`;
    const size = content.length;
    await sendInParts(this.vault, {
      key: objectKey,
      size,
      bytes: async (from, to) => content.subarray(from, to),
    });
    const { id } = await given.document(loan, by, { name, size, objectKey, state });
    const { sha256, crc32, chunkSha256 } = await digestsOf(Readable.from([content]));
    await owner.query(
      'update cairn.document set sha256 = $1, crc32 = $2, chunk_sha256 = $3 where id = $4',
      [sha256, crc32, chunkSha256, id],
    );
    const element = await given.element(loan, { ...over, answer: { documentId: id, by } });
    return { ...element, documentId: id };
  }

  refresh(loan: Loan, token: string, query = flags(true, true)) {
    return this.server.call('refreshPackages', { params: { id: loan.id }, query }, { token });
  }

  async urls(loan: Loan, token: string, query = flags(true, false)) {
    const request = { params: { id: loan.id }, query };
    return (await this.server.call('getPackageUrls', request, { token })).body;
  }

  async states(loan: Loan, token: string) {
    return (await this.server.call('listPackages', { params: { id: loan.id } }, { token })).body;
  }

  /** Resolves when each export is ready or failed. */
  settled(loan: Loan, token: string) {
    return until(async () => {
      const { packages } = await this.states(loan, token);
      return packages.every(({ state }) => state === 'READY' || state === 'FAILED') && packages;
    }, 60_000);
  }

  async fetched(url: string | null, token: string) {
    const { status, headers, bytes } = await this.server.follow(url, { token });
    if (status !== 200) throw new Error(`the application answered ${status}`);
    const path = join(this.folder, randomUUID());
    writeFileSync(path, bytes);
    return { path, headers };
  }

  async unzipped(url: string | null, token: string): Promise<Record<string, Buffer>> {
    return unzip((await this.fetched(url, token)).path);
  }

  stop(): void {
    this.vault.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Unpacks a zip with an independent program. */
function unzip(path: string): Record<string, Buffer> {
  const script = `import zipfile,sys,json,base64
z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps({n: base64.b64encode(z.read(n)).decode() for n in z.namelist()}))`;
  const files = JSON.parse(run('python3', '-c', script, path)) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
  );
}

export const textOfPdf = (path: string): string => run('pdftotext', '-layout', path, '-');

/** The smallest document that an office program opens, plus the given entries. */
export async function makeDocx(text: string, more: Record<string, string> = {}): Promise<Buffer> {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const office = 'http://schemas.openxmlformats.org';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ...more,
  };
  const segments = zipLayout(
    Object.entries(parts).map(([path, part]) => bufferEntry(path, Buffer.from(part), new Date())),
  );
  return bytesOf(segments, 0, lengthOf(segments), () => Promise.reject(new Error('nothing there')));
}
