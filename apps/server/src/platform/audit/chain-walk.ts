/** Walks entries in chain order and checks each against the one before it. */
import type { AuditKeys } from './entry.ts';
import { entryHash, type StoredEntry } from './entry.ts';

export interface EntryRow {
  company_id: string;
  chain_id: string;
  position: string;
  id: string;
  at: string;
  actor_id: string | null;
  kind: string;
  loan_id: string | null;
  source_address: string | null;
  version: number;
  detail: string;
  mac: Buffer | null;
  hash: Buffer;
}

/** Columns in lossless form: jsonb as text, times in microseconds. */
export const ENTRY_COLUMNS = `e.company_id, e.chain_id, e.position::text as position, e.id,
  (extract(epoch from e.at) * 1000000)::bigint::text as at, e.actor_id, e.kind, e.loan_id,
  host(e.source_address) as source_address, e.version, e.detail::text as detail, e.mac, e.hash`;

export interface Broken {
  readonly companyId: string;
  readonly chainId: string;
  readonly position: number;
  readonly reason: string;
}

const MAC_REASONS = {
  wrong: 'its MAC does not fit its content',
  missing: 'it has no MAC',
  'unknown key': 'its MAC is of a key that is not known here',
};

export class ChainWalk {
  private chain = '';
  private position = 0n;
  private head: Buffer = Buffer.alloc(0);
  private readonly keys: AuditKeys;

  constructor(keys: AuditKeys) {
    this.keys = keys;
  }

  /** Starts a walk in the middle of a chain. */
  startAt(companyId: string, chainId: string, position: number, head: Buffer): void {
    this.chain = `${companyId} ${chainId}`;
    this.position = BigInt(position);
    this.head = head;
  }

  check(row: EntryRow): Broken | undefined {
    const chain = `${row.company_id} ${row.chain_id}`;
    if (chain !== this.chain) {
      this.startAt(row.company_id, row.chain_id, 0, Buffer.alloc(0));
    }
    const entry = entryOf(row);
    const reason = this.reasonOf(entry);
    this.position = entry.position;
    this.head = row.hash;
    if (reason === undefined) return undefined;
    return {
      companyId: row.company_id,
      chainId: row.chain_id,
      position: Number(entry.position),
      reason,
    };
  }

  private reasonOf(entry: StoredEntry): string | undefined {
    if (entry.position !== this.position + 1n) {
      return `entries between ${this.position} and ${entry.position} are missing`;
    }
    if (!entryHash(this.head, entry).equals(entry.hash)) {
      return 'its hash does not follow from its content and the entry before it';
    }
    if (entry.version === 1) return undefined;
    const mac = this.keys.checkMac(entry, entry.mac);
    return mac === 'valid' ? undefined : MAC_REASONS[mac];
  }
}

function entryOf(row: EntryRow): StoredEntry {
  return {
    id: row.id,
    companyId: row.company_id,
    chainId: row.chain_id,
    actorId: row.actor_id,
    kind: row.kind,
    loanId: row.loan_id,
    sourceAddress: row.source_address,
    detail: JSON.parse(row.detail) as unknown,
    version: row.version,
    position: BigInt(row.position),
    at: BigInt(row.at),
    detailText: row.detail,
    mac: row.mac,
    hash: row.hash,
  };
}
