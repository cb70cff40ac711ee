/**
 * The load: files that are uploaded, converted and exported. A person without a reply repeats the call under the same
 * key.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE_PATH, contract, type CallName } from '@cairn/contract';
import { EICAR, makeDocx } from '@cairn/testing';
import type { Element, Loan } from '@cairn/testing/factories/test-data';
import { onePagePdf } from '../../tools/database/one-page-pdf.ts';
import { ORIGIN } from '../kill/settings.ts';

const ATTEMPT_MS = 8000;
const PATIENCE_MS = 300_000;
const PAUSE_MS = 300;

interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

export interface Sent {
  readonly id: string;
  readonly elementId: string;
  readonly sha256: string;
  readonly kind: 'pdf' | 'docx' | 'infected';
}

async function attempt(token: string, name: CallName, request: Request, key: string) {
  const { method, path } = contract[name];
  const { params = {}, query = {}, body } = request;
  const at = path.replaceAll(/\{(\w+)\}/g, (_, each: string) => params[each]!);
  const url = new URL(ORIGIN + API_BASE_PATH + at);
  for (const [each, value] of Object.entries(query)) url.searchParams.set(each, value);
  return fetch(url, {
    method,
    headers: {
      cookie: `cairn-session=${token}`,
      ...(method !== 'GET' && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ATTEMPT_MS),
  });
}

/** Resolves to the reply, after retries if necessary. A refusal is not a failure of the machine and is thrown. */
async function ask<Reply>(token: string, name: CallName, request: Request): Promise<Reply> {
  const key = randomUUID();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const answer = await attempt(token, name, request, key);
      if (answer.ok) return (await answer.json()) as Reply;
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
        throw new Error(`${name} answered ${answer.status}: ${text}`, { cause: 'refused' });
      }
    } catch (error) {
      if ((error as Error).cause === 'refused') throw error;
    }
    if (performance.now() > deadline) throw new Error(`${name} was not answered in five minutes`);
    await wait(PAUSE_MS);
  }
}

async function contentOf(number: number, kind: Sent['kind']): Promise<[string, Buffer]> {
  const title = `Statement ${number}`;
  if (kind === 'docx') return [`${title}.docx`, await makeDocx(`${title} ${randomUUID()}`)];
  if (kind === 'infected') return [`${title}.txt`, Buffer.from(`${EICAR}\n`)];
  return [`${title}.pdf`, onePagePdf(title, [randomUUID()])];
}

/** A PUT without a reply may have arrived or not: like a browser, the next try requests a new URL. */
async function store(token: string, loan: Loan, name: string, content: Buffer): Promise<string> {
  for (;;) {
    const { uploadUrl, headers, key } = await ask<{
      uploadUrl: string;
      headers: Record<string, string>;
      key: string;
    }>(token, 'getUploadUrl', {
      query: { name, loanId: loan.id, size: String(content.length) },
    });
    const isStored = await fetch(uploadUrl, {
      method: 'PUT',
      headers,
      body: new Uint8Array(content),
      signal: AbortSignal.timeout(20_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isStored) return key;
    await wait(PAUSE_MS);
  }
}

export async function sendOne(
  token: string,
  loan: Loan,
  element: Element,
  { number, kind }: { number: number; kind: Sent['kind'] },
): Promise<Sent> {
  const [name, content] = await contentOf(number, kind);
  for (;;) {
    const key = await store(token, loan, name, content);
    const document = await ask<{ id: string }>(token, 'createDocument', {
      body: { name, key, size: content.length, loanId: loan.id },
    }).catch((error: unknown) => {
      // The store was killed after its reply: the bytes are sent again, as the page does.
      if (String(error).includes('UPLOAD_MISSING')) return undefined;
      throw error;
    });
    if (!document) continue;
    await ask(token, 'answerElement', {
      body: { elementId: element.id, loanId: loan.id, documentId: document.id },
    });
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { id: document.id, elementId: element.id, sha256, kind };
  }
}

/** Both forms of a loan's export, in its current state. */
export const askForExport = (token: string, loan: Loan): Promise<unknown> =>
  Promise.all([
    ask(token, 'refreshPackages', { params: { id: loan.id }, query: { zip: 'true' } }),
    ask(token, 'refreshPackages', { params: { id: loan.id }, query: { pdf: 'true' } }),
  ]);
