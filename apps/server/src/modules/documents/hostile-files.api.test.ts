/**
 * Hostile files, uploaded by a borrower, with the real scanner and converters: bombs, macros, polyglots, links and
 * references to other hosts. The worker stays within its limits, nothing is fetched, and the borrower gets a plain
 * reason for each refused file.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  EICAR,
  makeDocx,
  startTestServer,
  startTestWorker,
  until,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { CONTENT_PROBLEM_TEXTS, SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { MAX_UNPACKED_BYTES } from '../../platform/file-content.ts';
import { bufferEntry, bytesOf, lengthOf, zipLayout } from '../../platform/zip.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let loan: Loan;
let borrower: string;
let canary: Server;
let canaryUrl: string;
let connections = 0;
const folder = mkdtempSync(join(tmpdir(), 'cairn-hostile-'));

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server, undefined, { queues: server.config.engine.queues });
  const { given } = server;
  loan = await given.loan(await given.phase(await given.company()));
  borrower = (await given.borrower(loan)).token;
  canary = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
  canary.close();
  await server.stop();
});

/** The error code of the refusal, or the final message to the borrower. */
async function send(name: string, content: Buffer): Promise<string> {
  const token = borrower;
  const place = { name, size: content.length, loanId: loan.id };
  const signed = await server.call('getUploadUrl', { query: place }, { token });
  if (signed.status !== 200) return (signed.body as unknown as { code: string }).code;
  const { uploadUrl, headers, key } = signed.body;
  await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  const created = await server.call('createDocument', { body: { ...place, key } }, { token });
  expect(created.status).toBe(200);
  return until(async () => {
    const params = { id: created.body.id };
    const { body } = await server.call('getDocumentWithDownloadUrl', { params }, { token });
    const { virusScanState, scanReason, contentState, downloadUrl } = body;
    if (virusScanState === 'INFECTED') {
      expect(downloadUrl).toBeNull();
      return SCAN_REASON_TEXTS[scanReason!];
    }
    if (contentState === null || contentState === 'PROCESSING' || contentState === 'READING') {
      return false;
    }
    return contentState === 'READY' ? 'READY' : CONTENT_PROBLEM_TEXTS[contentState];
  }, 110_000);
}

function zipOf(parts: Record<string, Buffer | string>): Promise<Buffer> {
  const segments = zipLayout(
    Object.entries(parts).map(([path, part]) =>
      bufferEntry(path, Buffer.from(part as string), new Date(0)),
    ),
  );
  return bytesOf(segments, 0, lengthOf(segments), () => Promise.reject(new Error('nothing there')));
}

/** A PDF with one page whose text unpacks to this many bytes. */
function pdfBomb(bytes: number): Buffer {
  const stream = deflateSync(deflateSync(Buffer.alloc(bytes, ' ')));
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>'),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  for (const [index, body] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 5\n0000000000 65535 f \n${lines}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** 60,000 × 60,000 pixels in a few hundred bytes. */
function pngBomb(): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(60_000, 8);
  header.writeUInt32BE(60_000, 12);
  header.set([8, 6, 0, 0, 0], 16);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), header, Buffer.alloc(200)]);
}

/** A docx whose directory states a wrong size for its last part: one byte less than four gigabytes. */
async function lyingZipBomb(): Promise<Buffer> {
  const docx = await makeDocx('bomb');
  const directory = docx.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  docx.writeUInt32LE(0xfffffffe, directory + 24);
  return docx;
}

/** A valid docx with one more part of the stated size, which is larger than may be unpacked. */
async function zipBomb(): Promise<Buffer> {
  const path = join(folder, 'bomb.docx');
  writeFileSync(path, await makeDocx('bomb'));
  const script = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'a', zipfile.ZIP_DEFLATED) as z, z.open('word/media/zeros.bin', 'w') as part:
  for _ in range(int(sys.argv[2]) // 2**20 + 1): part.write(bytes(2**20))`;
  execFileSync('python3', ['-c', script, path, String(MAX_UNPACKED_BYTES)]);
  return readFileSync(path);
}

const types = (main: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const symlinkDocx = async (): Promise<Buffer> => {
  const docx = await makeDocx('/etc/passwd');
  for (let at = docx.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0;) {
    // Marks the entry as made on Unix, with the file mode of a symbolic link.
    docx.writeUInt8(3, at + 5);
    docx.writeUInt32LE(0xa1ff0000, at + 38);
    at = docx.indexOf('PK\x01\x02', at + 4, 'latin1');
  }
  return docx;
};

const REFUSED = new Set<string>([
  ...Object.values(SCAN_REASON_TEXTS),
  ...Object.values(CONTENT_PROBLEM_TEXTS),
]);

test('bombs end in a sentence, and the worker takes the next file', async () => {
  const docx = await zipBomb();
  expect(docx.length).toBeLessThan(1_000_000);
  expect(await send('bomb.docx', docx)).toBe(SCAN_REASON_TEXTS.TOO_COMPLEX);
  expect(await send('lie.docx', await lyingZipBomb())).toBe(SCAN_REASON_TEXTS.TOO_COMPLEX);
  expect(await send('bomb.png', pngBomb())).toBe(CONTENT_PROBLEM_TEXTS.DAMAGED);
  const pdf = pdfBomb(100_000_000);
  expect(pdf.length).toBeLessThan(10_000);
  expect(REFUSED).toContain(await send('bomb.pdf', pdf));
  expect(await send('lease.pdf', onePagePdf('Lease', ['Larkspur']))).toBe('READY');
});

test('macros, programs and files of two kinds are not taken', async () => {
  const macros = { '[Content_Types].xml': types(WORD), 'word/vbaProject.bin': 'macro' };
  expect(await send('macro.docm', await zipOf(macros))).toBe('FILE_INVALID_TYPE');
  expect(await send('macro.docx', await zipOf(macros))).toBe(SCAN_REASON_TEXTS.TYPE_NOT_ALLOWED);
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
  expect(await send('setup.exe', exe)).toBe('FILE_INVALID_TYPE');
  expect(await send('statement.pdf', exe)).toBe(SCAN_REASON_TEXTS.TYPE_MISMATCH);
  const page = '<html><script>alert(1)</script></html>';
  const polyglot = Buffer.concat([Buffer.from(page), onePagePdf('Both', [])]);
  expect(await send('both.pdf', polyglot)).toBe(SCAN_REASON_TEXTS.TYPE_MISMATCH);
  const infected = {
    '[Content_Types].xml': types(WORD),
    'word/document.xml': '<a/>',
    'a.txt': EICAR,
  };
  expect(await send('virus.zip', await zipOf(infected))).toBe('FILE_INVALID_TYPE');
  expect(await send('virus.docx', await zipOf(infected))).toBe(SCAN_REASON_TEXTS.VIRUS);
});

test('a link in an Office file leads nowhere', async () => {
  const result = await send('link.docx', await symlinkDocx());
  expect(REFUSED.has(result) || result === 'READY').toBe(true);
  const { rows } = await server.owner.query(
    `select from cairn.document_page where text like '%root:%'`,
  );
  expect(rows).toEqual([]);
});

test('references to another machine in DOCX, XLSX, ODT, FODT, RTF and SVG fetch nothing', async () => {
  const office = 'http://schemas.openxmlformats.org';
  const rels = (type: string, target: string): string =>
    `<?xml version="1.0"?><Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"${target.startsWith('http') ? ' TargetMode="External"' : ''}/></Relationships>`;
  const picture = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:90pt"><v:imagedata r:id="r1"/></v:shape></w:pict></w:r></w:p>`;
  const docx = await zipOf({
    '[Content_Types].xml': types(WORD),
    '_rels/.rels': rels('officeDocument', 'word/document.xml'),
    'word/_rels/document.xml.rels': rels('image', `${canaryUrl}/docx.png`),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><w:body>${picture}<w:p><w:r><w:t>Notice</w:t></w:r></w:p></w:body></w:document>`,
  });
  const names = ['office', 'draw', 'text', 'xlink', 'svg'].map((name) =>
    name === 'xlink'
      ? 'xmlns:xlink="http://www.w3.org/1999/xlink"'
      : `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${{ office: 'office', draw: 'drawing', text: 'text', svg: 'svg-compatible' }[name]!}:1.0"`,
  );
  const body = (root: string, mime: string): string =>
    `<?xml version="1.0"?><office:${root} ${names.join(' ')} office:version="1.2"${mime}><office:body><office:text><text:p>Notice<draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${canaryUrl}/odt.png" xlink:type="simple"/></draw:frame></text:p><text:section text:name="s"><text:section-source xlink:href="${canaryUrl}/section.odt"/><text:p>x</text:p></text:section></office:text></office:body></office:${root}>`;
  const mime = 'application/vnd.oasis.opendocument.text';
  const odt = await zipOf({
    mimetype: mime,
    'META-INF/manifest.xml': `<?xml version="1.0"?><m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="/" m:media-type="${mime}"/><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>`,
    'content.xml': body('document-content', ''),
  });
  const fodt = Buffer.from(body('document', ` office:mimetype="${mime}"`));
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${canaryUrl}/svg.png" width="9" height="9"/></svg>`,
  );
  const template = await zipOf({
    '[Content_Types].xml': types(WORD),
    '_rels/.rels': rels('officeDocument', 'word/document.xml'),
    'word/_rels/settings.xml.rels': rels('attachedTemplate', `${canaryUrl}/template.dotx`),
    'word/_rels/document.xml.rels': rels('settings', 'settings.xml'),
    'word/settings.xml': `<?xml version="1.0"?><w:settings xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><w:attachedTemplate r:id="r1"/></w:settings>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Notice</w:t></w:r></w:p></w:body></w:document>`,
  });
  const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheet = await zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/></Types>`,
    '_rels/.rels': rels('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Debts" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels('worksheet', 'sheet1.xml'),
    'xl/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="str"><f>_xlfn.WEBSERVICE("${canaryUrl}/sheet")</f><v>x</v></c></row></sheetData></worksheet>`,
  });
  const rtf = Buffer.from(
    `{\\rtf1 Notice {\\field{\\*\\fldinst { INCLUDEPICTURE "${canaryUrl}/rtf.png" \\\\d}}{\\fldrslt }}}`,
  );
  for (const [name, content] of [
    ['notice.docx', docx],
    ['template.docx', template],
    ['debts.xlsx', sheet],
    ['notice.rtf', rtf],
    ['notice.odt', odt],
    ['notice.fodt', fodt],
    ['flat.odt', fodt],
    ['flat.doc', fodt],
    ['notice.svg', svg],
    ['drawing.docx', svg],
  ] as const) {
    const result = await send(name, content);
    const isTold = REFUSED.has(result) || result === 'FILE_INVALID_TYPE' || result === 'READY';
    expect.soft(isTold, `${name}: ${result}`).toBe(true);
  }
  expect(connections).toBe(0);
  // Control: the canary does answer.
  await fetch(canaryUrl);
  expect(connections).toBe(1);
});
