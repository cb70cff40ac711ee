/**
 * The clients' ledger: each intended write, stored on disk before its request is sent, and the server's reply, stored
 * before the next one. The verdict relies on this ledger alone.
 */
import { fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';

export type WriteCall = 'pinLoan' | 'unpinLoan' | 'createDocument' | 'answerElement';

export interface Intent {
  /** The Idempotency-Key, the same for every attempt. */
  readonly key: string;
  readonly call: WriteCall;
  readonly accountId: string;
  readonly loanId: string;
  /** For an upload: the object key, and the content. */
  readonly objectKey?: string;
  readonly sha256?: string;
  /** For an answer. */
  readonly elementId?: string;
  readonly documentId?: string;
}

interface Acknowledgement {
  readonly key: string;
  /** When the answered attempt was sent, in milliseconds. */
  readonly sentAt: number;
  readonly attempts: number;
  /** The id in the reply. */
  readonly id: string;
}

type Line =
  | { readonly what: 'intent'; readonly intent: Intent }
  | { readonly what: 'acknowledged'; readonly acknowledgement: Acknowledgement }
  | { readonly what: 'refused'; readonly key: string; readonly answer: string }
  | { readonly what: 'abandoned'; readonly key: string };

export interface Entry extends Intent {
  readonly acknowledged?: Acknowledgement;
  readonly refused?: string;
  readonly abandoned?: boolean;
}

export class Ledger {
  readonly path: string;
  private readonly file: number;

  constructor(path: string) {
    this.path = path;
    this.file = openSync(path, 'w');
  }

  write(line: Line): void {
    writeSync(this.file, `${JSON.stringify(line)}\n`);
    fdatasyncSync(this.file);
  }
}

/** Each intent with its outcome, in order. */
export function readLedger(path: string): Entry[] {
  const entries = new Map<string, Entry>();
  const lines = readFileSync(path, 'utf8').trim().split('\n').filter(Boolean);
  for (const text of lines) {
    const line = JSON.parse(text) as Line;
    const key = keyOf(line);
    entries.set(key, { ...entries.get(key), ...factsOf(line) } as Entry);
  }
  return [...entries.values()];
}

function keyOf(line: Line): string {
  if (line.what === 'intent') return line.intent.key;
  return line.what === 'acknowledged' ? line.acknowledgement.key : line.key;
}

function factsOf(line: Line): Partial<Entry> {
  switch (line.what) {
    case 'intent':
      return line.intent;
    case 'acknowledged':
      return { acknowledged: line.acknowledgement };
    case 'refused':
      return { refused: line.answer };
    default:
      return { abandoned: true };
  }
}
