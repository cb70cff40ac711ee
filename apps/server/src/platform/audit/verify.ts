/**
 * Verification of the whole audit log: every entry against the one before it and its MAC, and every anchor
 * against the entries. It trusts the keys and the anchors, not the database: no function of the database is
 * called, and what the sealing noted there is not read. Rows and anchors are streamed: time grows with their
 * number, memory does not.
 */
import pg from 'pg';
import type { AnchoredChain, AnchorStore, ReadAnchor } from './anchors.ts';
import { ChainWalk, ENTRY_COLUMNS, type EntryRow } from './chain-walk.ts';
import type { AuditKeys } from './entry.ts';
import { PLATFORM_COMPANY } from '../ids.ts';

const ROWS_AT_ONCE = 2000;
/** How long after an entry was dated its transaction may commit. */
const GRACE_MS = 5 * 60_000;

export type FindingKind =
  | 'entry-broken'
  | 'entry-rewritten'
  | 'entry-missing'
  | 'chain-deleted'
  | 'head-wrong'
  | 'entry-twice'
  | 'entries-unsealed'
  | 'entries-without-mac'
  | 'anchor-broken'
  | 'anchor-missing'
  | 'anchor-replaced'
  | 'bucket-not-locked'
  | 'log-unknown';

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
  readonly companyId?: string;
  readonly chainId?: string;
  readonly position?: number;
}

export interface Summary {
  readonly entries: number;
  readonly anchors: number;
  readonly findings: number;
  /** Erased companies: their chains are gone, and an entry of the operator's chain records the erasure. */
  readonly erasedCompanies: number;
  /** Time of the last anchor. Later entries are protected by their MACs only. */
  readonly anchoredUntil: string | null;
}

export interface VerifyOptions {
  readonly url: string;
  readonly keys: AuditKeys;
  readonly anchors: AnchorStore;
  /** The log to verify; by default the one that the database names. */
  readonly logId?: string | undefined;
  /** Entries older than this must be anchored. */
  readonly maxUnsealedSeconds: number;
  report(finding: Finding): void;
}

export async function verifyAudit(options: VerifyOptions): Promise<Summary> {
  const client = new pg.Client(options.url);
  client.on('error', () => {});
  await client.connect();
  try {
    return await new Verification(client, options).run();
  } finally {
    await client.end();
  }
}

class Verification {
  private readonly client: pg.Client;
  private readonly options: VerifyOptions;
  private findings = 0;
  /** Trusted because the entries that name them are verified like all others, and cannot be forged without a key. */
  private erased: ReadonlySet<string> = new Set();
  private readonly totals = { entries: 0, withoutMac: 0, due: 0 };
  private readonly anchored = {
    anchors: 0,
    entries: 0,
    withoutMac: 0,
    last: null as string | null,
  };

  constructor(client: pg.Client, options: VerifyOptions) {
    this.client = client;
    this.options = options;
  }

  async run(): Promise<Summary> {
    const log = await this.findLog();
    // Listed before the snapshot is taken, so that the snapshot has every entry that an anchor covers.
    const lastSequence = await this.checkAnchorList(log);
    await this.client.query('begin isolation level repeatable read, read only');
    this.erased = await this.readErased();
    await this.checkAnchors(log, lastSequence);
    await this.checkEntries();
    await this.checkHeads();
    await this.checkTwice();
    await this.client.query('commit');
    this.checkTotals();
    return {
      entries: this.totals.entries,
      anchors: this.anchored.anchors,
      findings: this.findings,
      erasedCompanies: this.erased.size,
      anchoredUntil: this.anchored.last,
    };
  }

  private report(kind: FindingKind, text: string, where: Partial<Finding> = {}): void {
    this.findings += 1;
    this.options.report({ kind, text, ...where });
  }

  private async findLog(): Promise<string> {
    const { anchors, logId } = this.options;
    if ((await anchors.retentionDays()) === undefined) {
      this.report('bucket-not-locked', 'The anchor bucket has no default retention by object lock');
    }
    const { rows } = await this.client.query<{ id: string }>('select id from audit_log');
    const recordedId = rows[0]?.id;
    const log = logId ?? recordedId ?? '';
    if (recordedId !== log || log === '') {
      this.report('log-unknown', `The database names the log ${recordedId ?? '(none)'}`);
    }
    if (logId === undefined) {
      const others = await anchors.otherLogs(log);
      if (others.length > 0) {
        this.report('log-unknown', `The bucket has other logs: name yours. ${others.join(', ')}`);
      }
    }
    return log;
  }

  private async readErased(): Promise<ReadonlySet<string>> {
    const { rows } = await this.client.query<{ id: string }>(
      `select detail ->> 'erasedCompanyId' as id from audit_entry
       where company_id = $1 and chain_id = $1 and kind = 'company.erased'`,
      [PLATFORM_COMPANY],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Checks that numbers have no gaps and each anchor has one version. */
  private async checkAnchorList(log: string): Promise<number> {
    let last = 0;
    for await (const { sequence, isReplaced } of this.options.anchors.list(log)) {
      for (let missing = last + 1; missing < sequence; missing += 1) {
        this.report('anchor-missing', `Anchor ${missing} is missing`);
      }
      if (isReplaced) this.report('anchor-replaced', `Anchor ${sequence} was replaced or deleted`);
      last = sequence;
    }
    return last;
  }

  private async checkAnchors(log: string, lastSequence: number): Promise<void> {
    const { anchors, keys } = this.options;
    let previous: string | undefined = '';
    let isLater = false;
    for await (const { sequence, oldestVersion } of anchors.list(log)) {
      if (sequence > lastSequence) return;
      const anchor =
        oldestVersion === '' ? undefined : await anchors.read(keys, log, sequence, oldestVersion);
      const reason = faultIn(anchor, log, sequence, previous);
      if (reason !== undefined) this.report('anchor-broken', `Anchor ${sequence}: ${reason}`);
      previous = anchor && !('broken' in anchor) ? anchor.mac : undefined;
      if (!anchor || 'broken' in anchor) continue;
      const chains = anchor.chains.filter(({ companyId }) => !this.erased.has(companyId));
      await this.checkAnchored(chains);
      const entries = chains.reduce((sum, { from, to }) => sum + to - from, 0);
      this.anchored.anchors += 1;
      this.anchored.entries += entries;
      if (anchor.baseline && isLater) {
        this.report('anchor-broken', `Anchor ${sequence}: a first sealing after the first`);
      } else this.anchored.withoutMac += anchor.withoutMac;
      isLater ||= !anchor.baseline;
      this.anchored.last = new Date(anchor.at).toISOString();
    }
  }

  private async checkAnchored(chains: readonly AnchoredChain[]): Promise<void> {
    if (chains.length === 0) return;
    const { rows } = await this.client.query<{ place: string; hash: string | null; any: boolean }>(
      `select a.place::text, encode(e.hash, 'hex') as hash, e.hash is not null or exists (
           select from audit_entry o where (o.company_id, o.chain_id) = (a.company_id, a.chain_id)) as any
       from unnest($1::uuid[], $2::uuid[], $3::bigint[]) with ordinality
         as a (company_id, chain_id, position, place)
       left join audit_entry e using (company_id, chain_id, position)`,
      [
        chains.map(({ companyId }) => companyId),
        chains.map(({ chainId }) => chainId),
        chains.map(({ to }) => to),
      ],
    );
    for (const { place, hash, any } of rows) {
      const { companyId, chainId, to, head } = chains[Number(place) - 1]!;
      if (hash === head) continue;
      const where = { companyId, chainId, position: to };
      if (!any) this.report('chain-deleted', `A chain of ${to} entries is gone`, where);
      else if (hash === null) this.report('entry-missing', 'An anchored entry is gone', where);
      else this.report('entry-rewritten', 'Not the entry that was anchored', where);
    }
  }

  private async checkEntries(): Promise<void> {
    const walk = new ChainWalk(this.options.keys);
    const due = this.anchored.last === null ? -Infinity : Date.parse(this.anchored.last) - GRACE_MS;
    await this.client.query(
      `declare entries no scroll cursor for select ${ENTRY_COLUMNS} from audit_entry e
       order by e.company_id, e.chain_id, e.position`,
    );
    for (;;) {
      const { rows } = await this.client.query<EntryRow>(`fetch ${ROWS_AT_ONCE} from entries`);
      for (const row of rows) {
        const broken = walk.check(row);
        if (broken) {
          const { reason, ...where } = broken;
          this.report('entry-broken', reason, where);
        }
        this.totals.entries += 1;
        if (row.version === 1) this.totals.withoutMac += 1;
        const isDue = Number(BigInt(row.at) / 1000n) <= due;
        if (isDue || this.isOverdue(row)) this.totals.due += 1;
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await this.client.query('close entries');
  }

  private isOverdue({ at }: EntryRow): boolean {
    return Number(BigInt(at) / 1000n) < Date.now() - this.options.maxUnsealedSeconds * 1000;
  }

  private async checkHeads(): Promise<void> {
    const { rows } = await this.client.query<{ company_id: string; chain_id: string }>(
      `select c.company_id, c.chain_id from audit_chain c
       left join audit_entry e on (e.company_id, e.chain_id, e.position) = (c.company_id, c.chain_id, c.length)
       where e.hash is distinct from c.head limit 1000`,
    );
    for (const { company_id: companyId, chain_id: chainId } of rows) {
      this.report('head-wrong', 'The last entry is not the head', { companyId, chainId });
    }
  }

  private async checkTwice(): Promise<void> {
    const { rows } = await this.client.query<{ company_id: string; id: string }>(
      `select company_id, id from audit_entry group by company_id, id having count(*) > 1 limit 1000`,
    );
    for (const { company_id: companyId, id } of rows) {
      this.report('entry-twice', `The entry ${id} is there more than once`, { companyId });
    }
  }

  /** Reports entries that should be anchored and are not, and entries that claim to be older than MACs. */
  private checkTotals(): void {
    const { due, withoutMac } = this.totals;
    const unsealed = due - this.anchored.entries;
    if (unsealed > 0) {
      this.report('entries-unsealed', `${unsealed} entries should be anchored and are not`);
    }
    if (withoutMac > this.anchored.withoutMac) {
      const more = withoutMac - this.anchored.withoutMac;
      this.report('entries-without-mac', `${more} entries claim to be older than MACs`);
    }
  }
}

function faultIn(
  anchor: ReadAnchor | undefined,
  log: string,
  sequence: number,
  previous: string | undefined,
): string | undefined {
  if (!anchor) return 'it cannot be read';
  if ('broken' in anchor) return anchor.broken;
  if (anchor.log !== log || anchor.sequence !== sequence) return 'it is another one';
  // After a broken anchor there is nothing to compare the next one with.
  if (previous !== undefined && anchor.previous !== previous)
    return 'it does not follow the one before';
  return undefined;
}
