/** The load: people who pin and unpin loans, and people who upload files and answer with them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller } from './caller.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Traffic } from './traffic.ts';
import type { World } from './world.ts';

interface Upload {
  uploadUrl: string;
  headers: Record<string, string>;
  key: string;
}

export class Clients {
  private readonly world: World;
  private readonly running: Promise<void>[] = [];
  private nextElement = 0;
  private stopping = false;

  constructor(options: { world: World; ledger: Ledger; traffic: Traffic; random: Random }) {
    const { world, ledger, traffic, random } = options;
    this.world = world;
    const caller = (person: { accountId: string; token: string }, dice: Random) =>
      new Caller({ ...person, ledger, traffic, random: dice });
    for (const person of world.pinning) {
      const dice = random.fork();
      this.running.push(this.pinLoans(caller(person, dice), dice));
    }
    for (const person of world.uploading) {
      const dice = random.fork();
      this.running.push(this.uploadFiles(caller(person, dice), dice));
    }
  }

  /** Each finishes what it has begun. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** A loan whose last call stayed unacknowledged is left alone: what came next would hide it. */
  private async pinLoans(caller: Caller, random: Random): Promise<void> {
    const pinned = new Map(this.world.loans.map(({ id }) => [id, false]));
    while (!this.stopping && pinned.size > 0) {
      const loanId = [...pinned.keys()][random.below(pinned.size)]!;
      const pins = !pinned.get(loanId);
      const call = pins ? 'pinLoan' : 'unpinLoan';
      const reply = await caller.write(
        { key: randomUUID(), call, accountId: caller.accountId, loanId },
        { params: { id: loanId } },
      );
      if (reply) pinned.set(loanId, pins);
      else pinned.delete(loanId);
      await wait(random.between(15, 90));
    }
  }

  private async uploadFiles(caller: Caller, random: Random): Promise<void> {
    while (!this.stopping) {
      await this.uploadOne(caller, random);
      await wait(random.between(200, 900));
    }
  }

  private async uploadOne(caller: Caller, random: Random): Promise<void> {
    const element = this.world.elements[this.nextElement];
    this.nextElement += 1;
    const loanId = element?.loanId ?? this.world.loans[0]!.id;
    const content = randomBytes(1 + random.below(64 * 1024));
    const name = 'drill.pdf';
    const size = content.length;
    const upload = await caller.read<Upload>('getUploadUrl', {
      query: { name, loanId, size: String(size) },
    });
    if (!upload || !(await put(upload, content))) return;
    const document = await caller.write(
      {
        key: randomUUID(),
        call: 'createDocument',
        accountId: caller.accountId,
        loanId,
        objectKey: upload.key,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
      { body: { name, key: upload.key, size, loanId } },
    );
    if (document && element) await answer(caller, element, document.id);
  }
}

/** The store is not killed here; a PUT that fails all the same just makes no document. */
async function put({ uploadUrl, headers }: Upload, content: Buffer): Promise<boolean> {
  try {
    const answered = await fetch(uploadUrl, {
      method: 'PUT',
      headers,
      body: new Uint8Array(content),
      signal: AbortSignal.timeout(20_000),
    });
    await answered.body?.cancel();
    return answered.ok;
  } catch {
    return false;
  }
}

async function answer(
  caller: Caller,
  { id: elementId, loanId }: { id: string; loanId: string },
  documentId: string,
): Promise<void> {
  await caller.write(
    {
      key: randomUUID(),
      call: 'answerElement',
      accountId: caller.accountId,
      loanId,
      elementId,
      documentId,
    },
    { body: { elementId, loanId, documentId } },
  );
}
