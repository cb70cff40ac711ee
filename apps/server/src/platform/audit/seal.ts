/**
 * Sealing: about once a minute, new entries of the audit chains are checked and anchored outside the database. Until
 * then the owner of the database can cut off the last entries of a chain unnoticed, but can neither change nor add
 * any, because each has a MAC.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { logSecurityEvent } from '../security-events.ts';
import type { AnchoredChain, AnchorStore, ReadAnchor } from './anchors.ts';
import { ChainWalk, ENTRY_COLUMNS, type Broken, type EntryRow } from './chain-walk.ts';
import type { AuditKeys } from './entry.ts';

/** Advisory lock id, chosen at random: only one worker seals at a time. */
const LOCK = 3_141_592_653;
const CHAINS_AT_ONCE = 2000;
const ENTRIES_AT_ONCE = 2000;
/** How long after an entry was dated its transaction may commit. */
const OVERLAP = "interval '5 minutes'";

export interface SealOptions {
  readonly url: string;
  readonly keys: AuditKeys;
  readonly anchors: AnchorStore;
  readonly log: Logger;
  /** The id of this installation's log, if it is configured; a database with another log is refused. */
  readonly logId?: string | undefined;
}

interface LogRow {
  id: string;
  sequence: string;
  mac: string;
}

interface ChainRow {
  company_id: string;
  chain_id: string;
  length: string;
  head: Buffer;
  sealed_length: string;
  sealed_head: Buffer | null;
}

/** Returns how many chains were anchored; undefined if another worker is sealing. */
export async function sealAudit(options: SealOptions): Promise<number | undefined> {
  const client = new pg.Client(options.url);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [LOCK],
    );
    return rows[0]!.taken ? await new Sealing(client, options).run() : undefined;
  } finally {
    await client.end();
  }
}

/** Chains whose new entries have valid MACs, and how many entries were written before MACs existed. */
interface Sound {
  readonly chains: AnchoredChain[];
  readonly withoutMac: number;
}

class Sealing {
  private readonly client: pg.Client;
  private readonly options: SealOptions;
  private state!: { id: string; sequence: number; mac: string };

  constructor(client: pg.Client, options: SealOptions) {
    this.client = client;
    this.options = options;
  }

  async run(): Promise<number> {
    await this.open();
    await this.adoptUnnoted();
    const {
      rows: [times],
    } = await this.client.query<{ now: string; since: string; first: boolean }>(
      `select now()::text as now, (sealed_through - ${OVERLAP})::text as since,
         sealed_through = '-infinity' as first from audit_log`,
    );
    const { now, since, first } = times!;
    let anchored = 0;
    for await (const grown of this.grownChains(first, since)) {
      const sound = await this.soundOf(grown, first);
      if (sound.chains.length === 0) continue;
      await this.anchor(sound, now, first);
      anchored += sound.chains.length;
    }
    // Ends the first sealing: after this anchor, entries without a MAC are refused.
    if (first) await this.anchor({ chains: [], withoutMac: 0 }, now, false);
    await this.client.query('update audit_log set sealed_through = $1', [now]);
    return anchored;
  }

  private async open(): Promise<void> {
    const { logId } = this.options;
    await this.client.query('insert into audit_log (id) values ($1) on conflict do nothing', [
      logId ?? randomUUID(),
    ]);
    const { rows } = await this.client.query<LogRow>('select id, sequence, mac from audit_log');
    const { id, sequence, mac } = rows[0]!;
    if (logId !== undefined && id !== logId) {
      this.report('audit.broken', { reason: 'the database names another log' });
      throw new Error(`the database names the audit log ${id}, AUDIT_LOG_ID is ${logId}`);
    }
    this.state = { id, sequence: Number(sequence), mac };
  }

  /** Records anchors that the database does not know, after a crash between object storage and database. */
  private async adoptUnnoted(): Promise<void> {
    const { anchors, keys } = this.options;
    for (;;) {
      const next = this.state.sequence + 1;
      const anchor = await anchors.read(keys, this.state.id, next);
      if (!anchor) return;
      if (!isNext(anchor, this.state)) {
        this.report('audit.broken', { reason: 'an anchor is not ours' });
        throw new Error(`anchor ${next} of the audit log ${this.state.id} is not ours`);
      }
      await this.note(anchor.chains, anchor.mac);
      if (anchor.chains.length === 0) {
        await this.client.query('update audit_log set sealed_through = $1', [anchor.at]);
      }
    }
  }

  /** Chains whose length differs from what was sealed of them, a page at a time. */
  private async *grownChains(all: boolean, since: string): AsyncGenerator<ChainRow[]> {
    let last = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];
    const source = all
      ? 'select company_id, chain_id from audit_chain'
      : 'select distinct company_id, chain_id from audit_entry where at > $4';
    for (;;) {
      const { rows } = await this.client.query<ChainRow>(
        `select c.company_id, c.chain_id, c.length::text, c.head,
           coalesce(s.length, 0)::text as sealed_length, s.head as sealed_head
         from (${source}) changed
         join audit_chain c using (company_id, chain_id)
         left join audit_sealed s using (company_id, chain_id)
         where (company_id, chain_id) > ($1, $2) and c.length is distinct from s.length
         order by company_id, chain_id limit $3`,
        [...last, CHAINS_AT_ONCE, ...(all ? [] : [since])],
      );
      if (rows.length === 0) return;
      const end = rows.at(-1)!;
      last = [end.company_id, end.chain_id];
      yield rows;
      if (rows.length < CHAINS_AT_ONCE) return;
    }
  }

  /** Returns the chains whose new entries have valid MACs and follow what was sealed before; reports the others. */
  private async soundOf(chains: readonly ChainRow[], first: boolean): Promise<Sound> {
    const sound: AnchoredChain[] = [];
    let withoutMac = 0;
    for (const chain of chains) {
      const result = await this.walk(chain);
      const reason =
        result.broken ?? (!first && result.withoutMac > 0 ? 'an entry has no MAC' : undefined);
      if (reason === undefined) {
        sound.push(asAnchored(chain));
        withoutMac += result.withoutMac;
        continue;
      }
      this.report('audit.broken', {
        companyId: chain.company_id,
        subject: chain.chain_id,
        reason,
      });
    }
    return { chains: sound, withoutMac };
  }

  private async walk(chain: ChainRow): Promise<{ broken?: string; withoutMac: number }> {
    const from = Number(chain.sealed_length);
    let withoutMac = 0;
    if (Number(chain.length) < from) return { broken: 'entries were removed', withoutMac };
    const walk = new ChainWalk(this.options.keys);
    const head = chain.sealed_head ?? Buffer.alloc(0);
    walk.startAt(chain.company_id, chain.chain_id, from, head);
    let last = head;
    let position = from;
    while (position < Number(chain.length)) {
      const { rows } = await this.client.query<EntryRow>(
        `select ${ENTRY_COLUMNS} from audit_entry e
         where company_id = $1 and chain_id = $2 and position > $3 and position <= $4
         order by e.position limit ${ENTRIES_AT_ONCE}`,
        [chain.company_id, chain.chain_id, position, chain.length],
      );
      if (rows.length === 0) return { broken: 'entries are missing', withoutMac };
      for (const row of rows) {
        const broken: Broken | undefined = walk.check(row);
        if (broken) return { broken: broken.reason, withoutMac };
        if (row.version === 1) withoutMac += 1;
        last = row.hash;
      }
      position = Number(rows.at(-1)!.position);
    }
    if (last.equals(chain.head)) return { withoutMac };
    return { broken: 'its head is not its last entry', withoutMac };
  }

  private async anchor(sound: Sound, at: string, baseline: boolean): Promise<void> {
    const { anchors, keys } = this.options;
    const mac = await anchors.write(keys, {
      log: this.state.id,
      sequence: this.state.sequence + 1,
      at,
      baseline,
      previous: this.state.mac,
      ...sound,
    });
    await this.note(sound.chains, mac);
  }

  private async note(chains: readonly AnchoredChain[], mac: string): Promise<void> {
    const sequence = this.state.sequence + 1;
    await this.client.query('begin');
    await this.client.query(
      `insert into audit_sealed (company_id, chain_id, length, head)
       select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bytea[])
       on conflict (company_id, chain_id) do update set length = excluded.length, head = excluded.head`,
      [
        chains.map(({ companyId }) => companyId),
        chains.map(({ chainId }) => chainId),
        chains.map(({ to }) => to),
        chains.map(({ head }) => Buffer.from(head, 'hex')),
      ],
    );
    await this.client.query('update audit_log set sequence = $1, mac = $2', [sequence, mac]);
    await this.client.query('commit');
    this.state = { ...this.state, sequence, mac };
  }

  private report(...[event, facts]: SecurityReport): void {
    logSecurityEvent(this.options.log, event, facts);
  }
}

type SecurityReport = [
  event: Parameters<typeof logSecurityEvent>[1],
  facts: Parameters<typeof logSecurityEvent>[2],
];

const isNext = (
  anchor: ReadAnchor,
  { id, sequence, mac }: { id: string; sequence: number; mac: string },
): anchor is Exclude<ReadAnchor, { broken: string }> =>
  !('broken' in anchor) &&
  anchor.log === id &&
  anchor.sequence === sequence + 1 &&
  anchor.previous === mac;

const asAnchored = (chain: ChainRow): AnchoredChain => ({
  companyId: chain.company_id,
  chainId: chain.chain_id,
  from: Number(chain.sealed_length),
  to: Number(chain.length),
  head: chain.head.toString('hex'),
});

/** Seals at this interval until it is stopped. A failure is logged, and the next round tries again. */
export function keepSealing(options: SealOptions & { readonly everySeconds: number }): {
  stop(): Promise<void>;
} {
  let running: Promise<unknown> | undefined;
  const seal = (): void => {
    running ??= sealAudit(options)
      .catch((error: unknown) => {
        logSecurityEvent(options.log, 'audit.unsealed', { reason: 'sealing failed' });
        options.log.error(
          { err: error },
          `audit entries were not anchored; next attempt in ${options.everySeconds} s`,
        );
      })
      .finally(() => (running = undefined));
  };
  const timer = setInterval(seal, options.everySeconds * 1000);
  seal();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
