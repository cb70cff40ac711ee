import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startOfficeEditor } from '@cairn/testing/office-editor/editor';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OfficeEditor, readDiscovery } from './office-server.ts';

let server: Awaited<ReturnType<typeof startOfficeEditor>>;
beforeAll(async () => {
  server = await startOfficeEditor();
});
afterAll(() => server.stop());

const editorAt = (url: string): OfficeEditor =>
  new OfficeEditor({ url, hostUrl: 'https://cairn.example' }, () => {});
const DOCUMENT = { id: '0190a000-0000-7000-8000-000000000001', name: 'Plan.DOCX' };

test('an office document opens where discovery says, with our address for it', async () => {
  const page = new URL((await editorAt(server.url).pageFor(DOCUMENT))!);
  expect(page.origin).toBe(server.url);
  expect(page.searchParams.get('kind')).toBe('docx');
  expect(page.searchParams.get('WOPISrc')).toBe(
    `https://cairn.example/api/wopi/files/${DOCUMENT.id}`,
  );
  expect([...page.searchParams.keys()]).toEqual(['kind', 'WOPISrc']);
});

test('an office document does not open where the server cannot edit it or does not answer', async () => {
  expect(await editorAt(server.url).pageFor({ ...DOCUMENT, name: 'plan.rtf' })).toBeUndefined();
  expect(await editorAt('http://127.0.0.1:9').pageFor(DOCUMENT)).toBeUndefined();
});

test('discovery is requested once for many documents', async () => {
  const editor = editorAt(server.url);
  const before = server.discoveries;
  for (let each = 0; each < 5; each += 1) await editor.pageFor(DOCUMENT);
  expect(server.discoveries).toBe(before + 1);
});

test('a server that is down is asked once in half a minute', async () => {
  let calls = 0;
  const down = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  down.listen(0, '127.0.0.1');
  await once(down, 'listening');
  const editor = editorAt(`http://127.0.0.1:${(down.address() as AddressInfo).port}`);
  const clock = vi.spyOn(Date, 'now');
  try {
    for (let each = 0; each < 3; each += 1) expect(await editor.pageFor(DOCUMENT)).toBeUndefined();
    const first = calls;
    clock.mockReturnValue(Date.now() + 29_000);
    await editor.pageFor(DOCUMENT);
    expect(calls).toBe(first);
    clock.mockReturnValue(Date.now() + 2000);
    await editor.pageFor(DOCUMENT);
    expect(calls).toBe(2 * first);
    expect(first).toBe(1);
  } finally {
    clock.mockRestore();
    down.close();
  }
});

test('discovery is accepted only for the configured server', async () => {
  for (const other of ['https://elsewhere.example', 'javascript:alert(1)//', `${server.url}0`]) {
    server.nameActionsAt(other);
    expect(await editorAt(server.url).pageFor(DOCUMENT)).toBeUndefined();
  }
  server.nameActionsAt(undefined);
});

test('an office server without keys proves nothing, and is accepted by its token', async () => {
  server.publishKeys(false);
  const nothing = { accessToken: 't', timestamp: undefined, proof: undefined, oldProof: undefined };
  expect(await editorAt(server.url).isProven('/api/wopi/files/1', nothing)).toBe(true);
  server.publishKeys(true);
  expect(await editorAt(server.url).isProven('/api/wopi/files/1', nothing)).toBe(false);
});

test('an answer that is not a discovery document is ignored', () => {
  for (const text of ['', '<html>', '<action name="edit" ext="docx" urlsrc="no address"/>']) {
    expect(readDiscovery(text, server.url).edits.size).toBe(0);
  }
});
