/** The load: people who pin and unpin loans, and people who upload files and answer requests with them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Element } from '@cairn/testing/factories/test-data';
import { Caller } from './caller.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from '@cairn/testing/random';
import type { Traffic } from './traffic.ts';
import type { World } from './world.ts';

interface Upload {
  uploadUrl: string;
  headers: Record<string, string>;
  key: string;
}

export class Clients {
  private readonly world: World;
  private readonly traffic: Traffic;
  private readonly running: Promise<void>[] = [];
  /** Requests that no client has used yet. */
  private readonly elements: Element[];
  private stopping = false;

  constructor(options: { world: World; ledger: Ledger; traffic: Traffic; random: Random }) {
    const { world, ledger, traffic, random } = options;
    this.world = world;
    this.traffic = traffic;
    this.elements = [...world.elements];
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

  /** Every client finishes what it has started. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** A loan whose last call stayed unacknowledged is not used again, because a later call would hide its state. */
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
    const element = this.elements.shift();
    const loanId = element?.loanId ?? this.world.loans[0]!.id;
    const content = file(1 + random.below(64 * 1024));
    const name = 'drill.pdf';
    const size = content.length;
    const upload = await caller.read<Upload>('getUploadUrl', {
      query: { name, loanId, size: String(size) },
    });
    // A PUT without a reply may have arrived or not: like a browser, the next try requests a new URL.
    if (!upload || !(await this.traffic.duringUpload(() => putFile(upload, content)))) {
      if (element) this.elements.push(element);
      return;
    }
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

/** A minimal PDF, different each time. */
const file = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes), Buffer.from('\n%%EOF\n')]);

async function putFile({ uploadUrl, headers }: Upload, content: Buffer): Promise<boolean> {
  try {
    const reply = await fetch(uploadUrl, {
      method: 'PUT',
      headers,
      body: new Uint8Array(content),
      signal: AbortSignal.timeout(20_000),
    });
    await reply.body?.cancel();
    return reply.ok;
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
