/** Tests an upload with a stubbed object storage and a stubbed API. */
import type { Element } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announcements } from '../../lib/announce.ts';
import { waitingToasts } from '../../lib/toast.ts';
import { sendFile } from './sendFile.ts';
import { uploadAnswers } from './upload.ts';
import { isGoing, uploads } from './uploads.ts';

const element = { id: 'request', loanId: 'loan', title: 'Bank statements' } as Element;
const file = new File(['x'.repeat(300)], 'statement.pdf');

/** The upload progress in bytes that the stubbed storage reports, and its response status. */
let sentBytes: number[];
let answer: number;
let requests: { path: string; body: unknown }[];

class StoreRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  open() {}
  setRequestHeader() {}
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  send() {
    requests.push({ path: 'store', body: null });
    queueMicrotask(() => {
      for (const loaded of sentBytes) {
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
      }
      this.status = answer;
      if (answer > 0) this.dispatchEvent(new Event('load'));
    });
  }
}

const REPLIES: Record<string, unknown> = {
  '/api/v1/documents/uploadUrlFor': { uploadUrl: 'https://store.example', headers: {}, key: 'key' },
  '/api/v1/documents': { id: 'document' },
};

beforeEach(() => {
  [sentBytes, answer, requests] = [[100, 200, 299, 300], 200, []];
  uploads.set(new Map());
  waitingToasts.set([]);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('XMLHttpRequest', StoreRequest);
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const [path = ''] = address.split('?');
    requests.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
    return Response.json(REPLIES[path] ?? { id: element.id });
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

/** Records the states of the upload that the row of the request shows. */
function watch() {
  const states: { percent: number; isUploading: boolean }[] = [];
  uploads.subscribe(() => {
    const upload = uploads.get().get(element.id)?.[0];
    if (upload) states.push({ percent: upload.percent, isUploading: isGoing(upload) });
  });
  return states;
}

it('shows a whole percentage from 0 to 100 and clears it there; uploading from start to end [R232] [R233] [R234]', async () => {
  const states = watch();
  await uploadAnswers(element, [file]);
  const percents = states.map(({ percent }) => percent);
  expect([...new Set(percents)]).toEqual([0, 33, 67, 100]);
  expect(states[0]).toEqual({ percent: 0, isUploading: true });
  expect(states.at(-1)).toEqual({ percent: 100, isUploading: false });
  expect(uploads.get().has(element.id)).toBe(false);
});

it('stores the file first, then the document, and answers with the four flags last [R231]', async () => {
  await uploadAnswers(element, [file]);
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/v1/documents/uploadUrlFor',
    'store',
    '/api/v1/documents',
    '/api/v2/loanmanager/elements/answer',
  ]);
  expect(requests.at(-1)!.body).toEqual({
    elementId: 'request',
    loanId: 'loan',
    documentId: 'document',
    submit: true,
    inProgress: false,
    isMerged: false,
    isNew: true,
  });
});

it('answers nothing when the file does not reach the store [R231]', async () => {
  answer = 403;
  await uploadAnswers(element, [file]);
  expect(requests.map(({ path }) => path)).not.toContain('/api/v2/loanmanager/elements/answer');
});

it('asks before the page is left until the file answers the request', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const warnings: Record<string, boolean> = {};
  const answerCall = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    warnings[address.split('?')[0]!.split('/').at(-1)!] = asks();
    return answerCall(address, init);
  });
  expect(asks()).toBe(false);
  await uploadAnswers(element, [file]);
  expect(warnings).toMatchObject({ uploadUrlFor: true, documents: true, answer: true });
  expect(asks()).toBe(false);
  answer = 403;
  await uploadAnswers(element, [file]);
  expect(asks()).toBe(false);
});

it('adds the second file beside the first, or merges all of them where that is asked for [R231]', async () => {
  const sentFlags = () =>
    requests
      .filter(({ path }) => path.endsWith('/answer'))
      .map(({ body }) => body as { isNew: boolean; isMerged: boolean })
      .map(({ isNew, isMerged }) => ({ isNew, isMerged }));
  await uploadAnswers(element, [file, new File(['y'], 'second.pdf')]);
  expect(sentFlags()).toEqual([
    { isNew: true, isMerged: false },
    { isNew: false, isMerged: false },
  ]);
  requests = [];
  await uploadAnswers(element, [file], { isMerged: true });
  expect(sentFlags()).toEqual([{ isNew: true, isMerged: true }]);
});

it('is no longer uploading after a failure, which is reported, logged and rethrown [R234] [R246]', async () => {
  answer = 403;
  const states = watch();
  await uploadAnswers(element, [file]);
  expect(states[0]!.isUploading).toBe(true);
  expect(states.at(-1)!.isUploading).toBe(false);
  expect(uploads.get().get(element.id)).toMatchObject([{ state: 'failed' }]);
  const reports = requests.filter(({ path }) => path === '/api/v1/documents/uploadFailures');
  expect(reports.map(({ body }) => body)).toEqual([{ step: 'STORE', status: 403, size: 300 }]);
  expect(console.error).toHaveBeenCalledOnce();
  const progress = { signal: new AbortController().signal, onProgress() {}, onSaving() {} };
  await expect(sendFile(file, { loanId: 'loan' }, progress)).rejects.toThrow('answered 403');
});

it('says Upload Canceled, and reports nothing [R247]', async () => {
  answer = 0;
  const sending = uploadAnswers(element, [file]);
  await vi.waitFor(() => expect(uploads.get().get(element.id)).toMatchObject([{ percent: 100 }]));
  uploads.get().get(element.id)![0]!.cancel();
  await sending;
  expect(uploads.get().get(element.id)).toMatchObject([{ state: 'canceled' }]);
  expect(announcements.get().at(-1)!.sentence).toBe('statement.pdf: Upload Canceled');
  expect(requests.some(({ path }) => path.endsWith('uploadFailures'))).toBe(false);
});

it('rejects with a code and one error toast for each reason, among others too [R242] [R244] [R245]', async () => {
  const rejected = [
    new File([], 'empty.pdf'),
    new File(['x'], 'setup.exe'),
    new File(['x'], 'a.bat'),
  ];
  await uploadAnswers(element, [...rejected, file]);
  expect(uploads.get().get(element.id)).toMatchObject([
    { fileName: 'empty.pdf', rejection: 'file-too-small' },
    { fileName: 'setup.exe', rejection: 'file-invalid-type' },
    { fileName: 'a.bat', rejection: 'file-invalid-type' },
  ]);
  expect(waitingToasts.get()).toMatchObject([
    {
      kind: 'error',
      message:
        'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
    },
    { kind: 'error', message: 'Invalid file type.  Please upload a valid file type.' },
  ]);
});

/** Stubs the response of one call and leaves the other calls unchanged. */
function answerAs(path: string, reply: () => Response | Promise<Response>) {
  const usual = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith(path) ? reply() : usual(address, init),
  );
}

it('answers by itself when the line is back, and does not send the bytes again', async () => {
  let tries = 0;
  answerAs('/api/v2/loanmanager/elements/answer', () => {
    tries += 1;
    // The client retries a call once by itself, so the connection must fail twice to reach the retry of the upload.
    if (tries <= 2) throw new TypeError('Failed to fetch');
    return Response.json({ id: element.id });
  });
  const states: string[] = [];
  uploads.subscribe(() => {
    const upload = uploads.get().get(element.id)?.[0];
    if (upload && upload.state !== states.at(-1)) states.push(upload.state);
    if (upload?.state === 'paused') window.dispatchEvent(new Event('online'));
  });
  await uploadAnswers(element, [file]);
  expect(tries).toBe(3);
  expect(requests.filter(({ path }) => path === 'store')).toHaveLength(1);
  expect(states).toEqual(['sending', 'saving', 'paused', 'saving', 'sent']);
  expect(waitingToasts.get()).toEqual([]);
});

it('sends no more of a batch once the request takes no more files, and says so on each', async () => {
  const code = 'TOO_MANY_FILES';
  answerAs('/api/v2/loanmanager/elements/answer', () =>
    Response.json({ code, message: messageOf(code) }, { status: 409 }),
  );
  const many = Array.from({ length: 40 }, (_, index) => new File(['x'], `${index}.pdf`));
  await uploadAnswers(element, many);
  const lines = uploads.get().get(element.id)!;
  expect(lines).toHaveLength(40);
  expect(new Set(lines.map(({ state, reason }) => `${state}: ${reason}`))).toEqual(
    new Set([`failed: ${messageOf(code)}`]),
  );
  // Only the three uploads that were already in progress reached the storage.
  expect(requests.filter(({ path }) => path === 'store')).toHaveLength(3);
});

it('says how long a small file still takes on a slow line', async () => {
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 2000;
    return now;
  });
  sentBytes = [30, 150, 300];
  const left: (number | null | undefined)[] = [];
  uploads.subscribe(() => left.push(uploads.get().get(element.id)?.[0]?.secondsLeft));
  await uploadAnswers(element, [file]);
  expect(left.filter((each) => typeof each === 'number' && each > 0).length).toBeGreaterThan(0);
  expect(left.findLast((each) => typeof each === 'number')).toBe(0);
  vi.mocked(Date.now).mockRestore();
});
