/** A folder from the desktop is dropped on a folder of the package. */
import type { Element } from '@cairn/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { uploads } from '../documents/uploads.ts';
import { answerRequests } from './useFolderDrop.ts';

const line = vi.hoisted(() => ({ now: 0, most: 0, sent: [] as string[], asked: [] as string[] }));
vi.mock('../documents/sendFile.ts', () => ({
  sendFile: async (file: File, { formElementId }: { formElementId: string }) => {
    line.now += 1;
    line.most = Math.max(line.most, line.now);
    await new Promise((resolve) => setTimeout(resolve));
    line.now -= 1;
    line.sent.push(`${file.name} for ${formElementId}`);
    return file.name;
  },
  stepWhileLost: (_: string, { body }: { body: { elementId: string } }) =>
    Promise.resolve({ id: body.elementId, loanId: 'loan' }),
}));
vi.mock('../../lib/client.ts', () => ({
  send: (_: string, { body }: { body: { elements: { title: string }[] } }) => {
    line.asked.push(...body.elements.map(({ title }) => title));
    // The server may return the elements in any order.
    const created = body.elements.map(({ title }, index) => ({ id: `new ${index}`, title }));
    return Promise.resolve({ elements: created.toReversed() });
  },
}));
vi.mock('../../lib/queries.ts', () => ({ refresh: () => Promise.resolve() }));

const request = (title: string): Element =>
  ({ id: title, loanId: 'loan', title, answer: null, abilities: { answer: true } }) as Element;
const folder = {
  element: { id: 'folder', loanId: 'loan', title: 'Taxes' } as Element,
  files: [request('2024 tax return'), request('2025 tax return')],
};
const fileNamed = (name: string): File => new File(['x'], name);

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  uploads.set(new Map());
  Object.assign(line, { now: 0, most: 0, sent: [], asked: [] });
});

it('sends 500 files three at a time, each to its request or to one that is made for it', async () => {
  const files = Array.from({ length: 498 }, (_, index) => fileNamed(`Receipt ${index}.pdf`));
  await answerRequests(
    folder,
    [fileNamed('tax return 2025.pdf'), ...files, fileNamed('setup.exe')],
    true,
  );
  expect(line.most).toBe(3);
  expect(line.sent).toHaveLength(499);
  expect(line.sent).toContain('tax return 2025.pdf for 2025 tax return');
  // A file that is not accepted leaves no empty request behind and is listed with the reason.
  expect(line.asked).toEqual(files.map(({ name }) => name.replace('.pdf', '')));
  expect([...uploads.get()].map(([id, list]) => [id, list.map(({ reason }) => reason)])).toEqual([
    ['folder', ['We can’t take .exe files. Send a PDF, a photo or an Office document.']],
  ]);
});

it('says of each file that no request is like it, where the sender asks for nothing', async () => {
  await answerRequests(folder, [fileNamed('2024 tax return.pdf'), fileNamed('Beach.jpg')], false);
  expect(line.sent).toEqual(['2024 tax return.pdf for 2024 tax return']);
  expect(line.asked).toEqual([]);
  expect(uploads.get().get('folder')).toMatchObject([
    {
      fileName: 'Beach.jpg',
      state: 'failed',
      reason: 'No request in Taxes matches this file. Drop it on a row.',
    },
  ]);
});
