/** The hash and the MAC of an audit entry, computed outside the database. app.audit_hash_2 is the same in SQL. */
import {
  createHash,
  createHmac,
  createSecretKey,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { keyFor } from '../crypto.ts';

const KEY_NAME_BYTES = 4;
const MAC_BYTES = 16;

/** The part of an entry that the application knows when it writes it. */
export interface EntryContent {
  readonly id: string;
  readonly companyId: string;
  readonly chainId: string;
  readonly actorId: string | null;
  readonly kind: string;
  readonly loanId: string | null;
  readonly sourceAddress: string | null;
  readonly detail: unknown;
}

/** An entry as it is stored. */
export interface StoredEntry extends EntryContent {
  readonly version: number;
  readonly position: bigint;
  /** Microseconds since 1970. */
  readonly at: bigint;
  /** The jsonb as Postgres writes it. */
  readonly detailText: string;
  readonly mac: Buffer | null;
  readonly hash: Buffer;
}

interface AuditKey {
  readonly name: Buffer;
  /** KeyObjects: an HMAC prepares a Buffer again each time, at four times the cost. */
  readonly entries: KeyObject;
  readonly anchors: KeyObject;
}

export type MacCheck = 'valid' | 'wrong' | 'missing' | 'unknown key';

/** Keys derived from the application's secret keys. The first one writes; all of them verify. */
export class AuditKeys {
  private readonly keys: readonly AuditKey[];

  constructor(secretKeys: string | readonly string[]) {
    this.keys = [secretKeys].flat().map((secretKey) => {
      const entries = createSecretKey(keyFor(secretKey, 'audit entries'));
      const name = createHash('sha256').update(keyFor(secretKey, 'name of the audit key')).digest();
      return {
        name: name.subarray(0, KEY_NAME_BYTES),
        entries,
        anchors: createSecretKey(keyFor(secretKey, 'audit anchors')),
      };
    });
  }

  /** Four bytes that name the key, then the MAC. Only this is sent to the database, not the key. */
  macOf(content: EntryContent): Buffer {
    const { name, entries } = this.keys[0]!;
    return Buffer.concat([name, entryMac(entries, content)]);
  }

  checkMac(content: EntryContent, mac: Buffer | null): MacCheck {
    if (mac === null) return 'missing';
    const key = this.named(mac.subarray(0, KEY_NAME_BYTES));
    if (!key) return 'unknown key';
    return isSame(mac.subarray(KEY_NAME_BYTES), entryMac(key.entries, content)) ? 'valid' : 'wrong';
  }

  /** The name of the key, and the MAC of an anchor's text under it. */
  signAnchor(text: string): { key: string; mac: string } {
    const { name, anchors } = this.keys[0]!;
    return { key: name.toString('hex'), mac: anchorMac(anchors, text).toString('hex') };
  }

  checkAnchor(text: string, signed: { key: string; mac: string }): boolean {
    const key = this.named(Buffer.from(signed.key, 'hex'));
    return (
      key !== undefined && isSame(Buffer.from(signed.mac, 'hex'), anchorMac(key.anchors, text))
    );
  }

  private named(name: Buffer): AuditKey | undefined {
    return this.keys.find((key) => key.name.equals(name));
  }
}

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

const anchorMac = (key: KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

function entryMac(key: KeyObject, content: EntryContent): Buffer {
  const { id, companyId, chainId, actorId, kind, loanId, sourceAddress, detail } = content;
  const text = canonical([
    'cairn audit entry 2',
    id.toLowerCase(),
    companyId.toLowerCase(),
    chainId.toLowerCase(),
    actorId?.toLowerCase() ?? null,
    kind,
    loanId?.toLowerCase() ?? null,
    sourceAddress === null ? null : storableAddress(sourceAddress),
    detail,
  ]);
  return createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES);
}

/** JSON with the keys of every object sorted, because jsonb does not keep the order in which they were written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, nested: unknown) =>
    typeof nested === 'object' && nested !== null && !Array.isArray(nested)
      ? Object.fromEntries(Object.entries(nested).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : nested,
  );
}

/** Fields of variable length are preceded by their length, so that no two entries have the same bytes. */
export function entryHash(previous: Buffer, entry: StoredEntry): Buffer {
  return entry.version === 1 ? firstHash(previous, entry) : secondHash(previous, entry);
}

function secondHash(previous: Buffer, entry: StoredEntry): Buffer {
  return sha256(
    previous,
    Buffer.of(2),
    uuid(entry.companyId),
    uuid(entry.chainId),
    int8(entry.position),
    uuid(entry.id),
    int8(entry.at - EPOCH_2000),
    entry.actorId === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), uuid(entry.actorId)]),
    entry.loanId === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), uuid(entry.loanId)]),
    ...behindLength(Buffer.from(entry.kind)),
    ...behindLength(Buffer.from(entry.sourceAddress ?? '')),
    ...behindLength(entry.mac ?? Buffer.alloc(0)),
    ...behindLength(Buffer.from(entry.detailText)),
  );
}

/** app.audit_hash of migration 0004, for entries written before migration 0044. */
function firstHash(previous: Buffer, entry: StoredEntry): Buffer {
  return sha256(
    previous,
    uuid(entry.id),
    int8(entry.position),
    int8(entry.at - EPOCH_2000),
    entry.actorId === null ? Buffer.of(0) : uuid(entry.actorId),
    entry.loanId === null ? Buffer.of(0) : uuid(entry.loanId),
    // Postgres counts characters here; kinds are ASCII, so characters and bytes are the same.
    int4(entry.kind.length),
    Buffer.from(entry.kind + entry.detailText),
  );
}

/** Postgres counts time from 2000. */
const EPOCH_2000 = 946_684_800_000_000n;

const sha256 = (...parts: Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const uuid = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex');
const behindLength = (bytes: Buffer): [Buffer, Buffer] => [int4(bytes.length), bytes];

function int4(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
function int8(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

/** An address in the form in which `inet` returns it: canonical, without a zone, a mapped IPv4 address as IPv4. */
export function storableAddress(address: string): string | null {
  const plain = address.split('%')[0]!;
  return isIP(plain) === 0 ? null : ipaddr.process(plain).toString();
}
