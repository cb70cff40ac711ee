/** Forged zips, opened in the page that is part of an export: none of them is accepted as the genuine one. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOptions } from '../../../../../e2e/browser.ts';
import { bufferEntry, zipLayout, type ZipEntry } from '../../platform/zip.ts';
import {
  MANIFEST,
  receiptPage,
  SIGNATURE,
  signManifest,
  VERIFY_PAGE,
  verifyPage,
} from './manifest.ts';
import { signPdf } from './sign-pdf.ts';
import { SigningKeys } from './signing-keys.ts';

const keys = new SigningKeys(['the key of this installation']);
const page = verifyPage(keys.trusted);
const MOMENT = new Date('2026-11-01T12:00:00Z');
const FILES = { 'Lease.pdf': 'rent is 1,000', 'Tax/Return.pdf': 'income is 2,000' };
const FORGED = 'rent is 9,999';

const manifestOf = (files: Record<string, string>, by = keys) =>
  signManifest(
    by,
    {
      lender: 'Northgate',
      loan: null,
      preparedFor: 'Dana',
      preparedAt: MOMENT.toISOString(),
      auditChain: null,
      approvers: new Map(),
    },
    {
      plan: {
        folders: [],
        files: Object.keys(files).map((name) => ({
          within: null,
          title: name,
          name,
          documentId: name,
          version: 1,
        })),
        leftOut: [],
      },
      paths: Object.keys(files),
      packed: Object.values(files).map((text) => ({
        size: text.length,
        sha256: createHash('sha256').update(text).digest(),
      })),
      page,
    },
  );

const { manifest, signature } = manifestOf(FILES);
const OWN: Record<string, string> = {
  [MANIFEST]: manifest,
  [SIGNATURE]: signature,
  [VERIFY_PAGE]: page.toString(),
};

const entry = ([path, text]: [string, string]): ZipEntry =>
  bufferEntry(path, Buffer.from(text), MOMENT);
const zipOf = (files: [string, string][]): Buffer =>
  Buffer.concat(
    zipLayout(files.map(entry)).map((part) => ('bytes' in part ? part.bytes : Buffer.alloc(0))),
  );
const ALL: [string, string][] = [...Object.entries(FILES), ...Object.entries(OWN)];
const genuine = zipOf(ALL);

const END = 22;
const startOf = (zip: Buffer): number => zip.readUInt32LE(zip.length - END + 16);
const directoryOf = (zip: Buffer): Buffer => zip.subarray(startOf(zip), zip.length - END);
const contentOf = (zip: Buffer): Buffer => zip.subarray(0, startOf(zip));

/** A zip with this content followed by this directory. */
function assembled(content: Buffer, directory: Buffer, count = ALL.length): Buffer {
  const end = Buffer.from(genuine.subarray(-END));
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(content.length, 16);
  return Buffer.concat([content, directory, end]);
}

/** Changes a copy of the genuine zip. */
function changed(change: (zip: Buffer) => void): Buffer {
  const copy = Buffer.from(genuine);
  change(copy);
  return copy;
}

/** Adds a second name to the first directory entry, which some programs prefer. */
function withUnicodeName(): Buffer {
  const directory = directoryOf(genuine);
  const length = 46 + directory.readUInt16LE(28);
  const record = Buffer.from(directory.subarray(0, length));
  const name = Buffer.from('Other.pdf');
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x7075, 0);
  extra.writeUInt16LE(5 + name.length, 2);
  extra.writeUInt8(1, 4);
  extra.writeUInt32LE(crc32(record.subarray(46)), 5);
  record.writeUInt16LE(extra.length + name.length, 30);
  return assembled(
    contentOf(genuine),
    Buffer.concat([record, extra, name, directory.subarray(length)]),
  );
}

/** Two directories: one for programs that prefer the ZIP64 record, one for those that do not. */
function withTwoDirectories(): Buffer {
  const forged = zipOf([['Lease.pdf', FORGED], ...ALL.slice(1)]);
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(BigInt(ALL.length), 24);
  wide.writeBigUInt64LE(BigInt(ALL.length), 32);
  wide.writeBigUInt64LE(BigInt(directoryOf(genuine).length), 40);
  wide.writeBigUInt64LE(BigInt(startOf(genuine)), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  const content = contentOf(genuine);
  const before = content.length + directoryOf(genuine).length + contentOf(forged).length;
  wide.writeBigUInt64LE(BigInt(before + directoryOf(forged).length), 64);
  wide.writeUInt32LE(1, 72);
  const end = Buffer.from(forged.subarray(-END));
  end.writeUInt32LE(before, 16);
  const parts = [content, directoryOf(genuine), contentOf(forged), directoryOf(forged)];
  return Buffer.concat([...parts, wide, end]);
}

const other = new SigningKeys(['a key of someone else']);
const swapped = manifestOf({ ...FILES, 'Lease.pdf': FORGED }, other);
const asOurs = JSON.stringify({
  ...(JSON.parse(swapped.signature) as object),
  key: keys.trusted[0]!.id,
});
const signedBy = (text: string): Buffer =>
  zipOf([
    ['Lease.pdf', FORGED],
    ['Tax/Return.pdf', FILES['Tax/Return.pdf']],
    [MANIFEST, swapped.manifest],
    [SIGNATURE, text],
    [VERIFY_PAGE, OWN[VERIFY_PAGE]!],
  ]);

const NOT_AS_WRITTEN = /packed again or changed/;
const forgeries: Record<string, [zip: Buffer, told: RegExp]> = {
  'another file under the name': [
    zipOf([['Lease.pdf', FORGED], ...ALL.slice(1)]),
    /1 file changed/,
  ],
  'two files of one name': [zipOf([['Lease.pdf', FORGED], ...ALL]), /two files called Lease\.pdf/],
  'a name that differs in case': [zipOf([...ALL, ['LEASE.PDF', FORGED]]), /1 file added/],
  'a path that leads elsewhere': [zipOf([...ALL, ['../Lease.pdf', FORGED]]), /1 file added/],
  'a folder': [zipOf([...ALL, ['Tax/', '']]), /1 file added/],
  'another page': [zipOf([...ALL.slice(0, -1), [VERIFY_PAGE, 'good']]), /1 file changed/],
  'no page': [zipOf(ALL.slice(0, -1)), /1 file missing/],
  'another key': [signedBy(swapped.signature), /a key that this page does not know/],
  'another key under our id': [signedBy(asOurs), /signature does not match/],
  'another name before the file': [
    changed((zip) => zip.write('Forge', zip.indexOf('Lease.pdf'))),
    NOT_AS_WRITTEN,
  ],
  'a file that the directory does not list': [
    assembled(
      Buffer.concat([contentOf(genuine), contentOf(zipOf([['Lease.pdf', FORGED]]))]),
      directoryOf(genuine),
    ),
    NOT_AS_WRITTEN,
  ],
  'a record that is not counted': [
    assembled(
      contentOf(genuine),
      Buffer.concat([directoryOf(genuine), directoryOf(zipOf([['Lease.pdf', FORGED]]))]),
    ),
    NOT_AS_WRITTEN,
  ],
  'bytes behind the end': [Buffer.concat([genuine, Buffer.from('note')]), /end is missing/],
  'an end inside a note': [
    Buffer.concat([
      changed((zip) => zip.writeUInt16LE(END, zip.length - 2)),
      genuine.subarray(-END),
    ]),
    NOT_AS_WRITTEN,
  ],
  'a second name': [withUnicodeName(), NOT_AS_WRITTEN],
  'a link': [changed((zip) => zip.writeUInt32LE(0xa1ff0000, startOf(zip) + 38)), NOT_AS_WRITTEN],
  'two directories': [withTwoDirectories(), NOT_AS_WRITTEN],
};

let folder: string;
let browser: Browser;
let verifier: Page;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-verify-'));
  await writeFile(join(folder, 'verify.html'), page);
  browser = await chromium.launch(browserOptions.launchOptions);
  verifier = await browser.newPage();
  await verifier.goto(`file://${join(folder, 'verify.html')}`);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function resultOf(name: string, content: Buffer, kind = 'zip'): Promise<string> {
  await verifier.getByLabel('Choose the zip').setInputFiles({
    name: `${name}.${kind}`,
    mimeType: 'application/octet-stream',
    buffer: content,
  });
  const result = verifier.locator('#result');
  await result.getByText('Checking…').waitFor({ state: 'detached' });
  return (await result.textContent()) ?? '';
}

test('says of a zip that is as it was written that every file is unchanged', async () => {
  expect(await resultOf('genuine', genuine)).toMatch(/Every file is unchanged.*2 files match/s);
});

test('finds one of many files by its name or by what became of it, on a phone too', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`Folder ${at % 5}/Statement ${at}.pdf`, `page ${at}`]),
  );
  const signed = manifestOf(many);
  const files = Object.entries({ ...many, 'Folder 3/Statement 13.pdf': 'page 9' });
  const zip = zipOf([
    ...files,
    [MANIFEST, signed.manifest],
    [SIGNATURE, signed.signature],
    [VERIFY_PAGE, OWN[VERIFY_PAGE]!],
  ]);
  expect(await resultOf('many', zip)).toMatch(/1 file changed.*249 of 250 files match/s);
  const rows = verifier.locator('#files tbody tr');
  await expect.poll(() => rows.count()).toBe(100);
  expect(await rows.first().textContent()).toContain('Statement 13.pdf');
  await verifier.getByText('Showing 100 of 250 files').waitFor();
  await verifier.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => rows.count()).toBe(250);
  await verifier.getByRole('searchbox', { name: 'Find a file' }).fill('statement 24');
  await expect.poll(() => rows.count()).toBe(11);
  await verifier.getByRole('button', { name: 'Changed 1' }).click();
  await verifier.getByText('No files here').waitFor();
  await verifier.getByRole('searchbox', { name: 'Find a file' }).fill('');
  await verifier.getByText(/signed [0-9a-f]{64}/).waitFor();
  expect(await rows.count()).toBe(1);

  // The filter is not part of the printed page.
  await verifier.emulateMedia({ media: 'print' });
  await verifier.evaluate('dispatchEvent(new Event("beforeprint"))');
  expect(await rows.count()).toBe(250);
  await verifier.emulateMedia({ media: 'screen' });

  await verifier.setViewportSize({ width: 390, height: 844 });
  await verifier.getByRole('button', { name: 'All 250' }).click();
  expect(await verifier.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await verifier.setViewportSize({ width: 1280, height: 720 });
});

test('shows the result of the file that was chosen last, whichever check ends first', async () => {
  // A file whose first bytes arrive late.
  await verifier.evaluate(`void run({ name: 'slow.zip', size: 10, slice: () => ({
    arrayBuffer: () => new Promise((read) => setTimeout(() => read(new ArrayBuffer(10)), 500)),
  }) })`);
  await verifier.getByLabel('Choose the zip').setInputFiles({
    name: 'small.zip',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('no zip at all'),
  });
  const result = verifier.locator('#result');
  await result.getByText('small.zip: This is not a zip').waitFor();
  await verifier.waitForTimeout(1500);
  expect(await result.textContent()).toContain('small.zip: This is not a zip');
});

test('says of every forged zip that it cannot be trusted, and why', async () => {
  for (const [name, [zip, message]] of Object.entries(forgeries)) {
    const result = await resultOf(name, zip);
    expect.soft(result, name).not.toContain('Every file is unchanged');
    expect.soft(result, name).toMatch(message);
  }
});

test('says of one PDF whether a bit of it, its list or its signature is another', async () => {
  const path = join(folder, 'one.pdf');
  const list = `{"lender":"Northgate","preparedAt":"${MOMENT.toISOString()}","files":[{"path":"Lease","size":1,"sha256":"","firstPage":2,"pages":2}]}`;
  const before = '%PDF-1.7 pages ';
  await writeFile(path, `${before}${list} %%EOF\n`);
  await signPdf(path, keys, { at: before.length, length: list.length });
  const pdf = await readFile(path);
  expect(await resultOf('genuine', pdf, 'pdf')).toMatch(/This PDF is unchanged.*of 1 document/s);
  await verifier.getByText('Pages 2 to 3').waitFor();
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(pdf);
    copy[at]! ^= 1;
    return copy;
  };
  await signPdf(path, other, { at: before.length, length: list.length });
  for (const [name, forged, message] of [
    ['a page', flipped(before.length - 3), /changed after the export/],
    ['the list', flipped(before.length + 3), /changed after the export/],
    ['the statement', flipped(pdf.length - 160), /no signature|does not match|damaged/],
    ['the signature', flipped(pdf.length - 3), /no signature|does not match/],
    ['a page added behind', Buffer.concat([pdf, Buffer.from('1 0 obj\n')]), /something was added/],
    ['a page added before', Buffer.concat([pdf.subarray(0, 9), pdf]), /changed after the export/],
    ['another key', await readFile(path), /a key that this page does not know/],
  ] as const) {
    const result = await resultOf(name, forged, 'pdf');
    expect.soft(result, name).not.toContain('unchanged');
    expect.soft(result, name).toMatch(message);
  }
});

test('a receipt verifies itself and the file that was sent; another file and a changed receipt do not pass', async () => {
  const content = Buffer.from('a bank statement');
  const facts = {
    number: 'NG-2041-7F3A09C2',
    companyName: 'Northgate </script><script>alert(1)</script> $&',
    loanName: 'Larkspur',
    requestTitle: 'Bank statement',
    fileName: 'march.pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    sentDate: MOMENT.toISOString(),
    sentByUser: null,
  } as unknown as Parameters<typeof receiptPage>[1];
  const receipt = receiptPage(keys, facts);
  const path = join(folder, 'receipt.html');
  await writeFile(path, receipt);
  const own = await browser.newPage();
  await own.goto(`file://${path}`);
  await own.getByRole('heading', { name: 'This receipt is genuine' }).waitFor();
  await own.getByText('NG-2041-7F3A09C2').waitFor();
  const compare = async (buffer: Buffer) => {
    const file = { name: 'mine.pdf', mimeType: 'application/pdf', buffer };
    await own.getByLabel('Compare with a file').setInputFiles(file);
  };
  await compare(content);
  await own.getByText('mine.pdf is the file that was sent, byte for byte.').waitFor();
  await compare(Buffer.from('a bank statemenu'));
  await own.getByText('mine.pdf is not the file that was sent.').waitFor();
  await own.close();

  expect(await resultOf('receipt', receipt, 'html')).toContain('This receipt is genuine');
  const swappedWord = Buffer.from(receipt.toString().replace('Bank statement', 'Bank statemenu'));
  expect(await resultOf('changed', swappedWord, 'html')).toMatch(
    /can’t be trusted.*does not match/s,
  );
  expect(await resultOf('foreign', receiptPage(other, facts), 'html')).toMatch(/does not know/);
  expect(await resultOf('page', page, 'html')).toContain('This page is not a receipt');
});

test('reads the directory of a zip beyond 4 GB, in which sizes and places are wide', async () => {
  const SIZE = 5_000_000_000;
  const big: ZipEntry<'zeros'> = {
    path: 'Big.bin',
    size: SIZE,
    crc32: 0,
    modified: MOMENT,
    content: 'zeros',
  };
  const layout = zipLayout<'zeros'>([
    entry(['First.pdf', 'first']),
    big,
    entry(['Last.pdf', 'last']),
  ]);
  const pieces = layout.map((part) => ({
    length: part.length,
    bytes: 'bytes' in part ? part.bytes.toString('latin1') : null,
  }));
  const read = await verifier.evaluate(`(async (pieces) => {
    const file = {
      size: pieces.reduce((sum, { length }) => sum + length, 0),
      slice: (from, to) => ({
        arrayBuffer: async () => {
          const out = new Uint8Array(Math.min(to, file.size) - from);
          let at = 0;
          for (const { length, bytes } of pieces) {
            const [start, end] = [Math.max(from, at), Math.min(to, at + length)];
            for (let i = start; bytes !== null && i < end; i += 1) out[i - from] = bytes.charCodeAt(i - at);
            at += length;
          }
          return out.buffer;
        },
      }),
    };
    return [...(await entriesOf(file))].map(([name, { size }]) => [name, size]);
  })(${JSON.stringify(pieces)})`);
  expect(read).toEqual([
    ['First.pdf', 5],
    ['Big.bin', SIZE],
    ['Last.pdf', 4],
  ]);
});
