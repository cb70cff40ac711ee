/**
 * Anchors: what the heads of the audit chains were, kept outside the database in a bucket with object lock.
 * An anchor lists the chains that grew since the one before it, names that one by its MAC, and has a MAC of
 * its own. They are numbered without gaps, so a missing or replaced one is found.
 */
import {
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type ListObjectVersionsCommandOutput,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import type { AuditKeys } from './entry.ts';

/** A chain's growth: entries after `from` up to `to`, whose hash is `head`. */
export interface AnchoredChain {
  readonly companyId: string;
  readonly chainId: string;
  readonly from: number;
  readonly to: number;
  readonly head: string;
}

export interface Anchor {
  readonly log: string;
  readonly sequence: number;
  /** Time of the database's clock. */
  readonly at: string;
  /** Part of the first sealing, which ends with an anchor without chains. Only there may entries have no MAC. */
  readonly baseline: boolean;
  /** How many of the chain's entries have no MAC. */
  readonly withoutMac: number;
  /** The MAC of the anchor before this one; empty for the first. */
  readonly previous: string;
  readonly chains: readonly AnchoredChain[];
}

export type ReadAnchor = (Anchor & { readonly mac: string }) | { readonly broken: string };

/** All versions stored under one number. */
export interface StoredAnchor {
  readonly sequence: number;
  readonly oldestVersion: string;
  readonly isReplaced: boolean;
}

export interface AnchorStoreSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const FORMAT = 'cairn audit anchor 1';
const ROOT = 'audit/';

const placeOf = (log: string): string => `${ROOT}${log}/`;
const keyOf = (log: string, sequence: number): string =>
  `${placeOf(log)}${String(sequence).padStart(12, '0')}.jsonl`;

export class AnchorStore {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: AnchorStoreSettings) {
    this.bucket = bucket;
    this.client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /** Returns the anchor's MAC. The bucket's default retention determines how long it cannot be deleted. */
  async write(keys: AuditKeys, anchor: Anchor): Promise<string> {
    const { text, mac } = writeAnchor(keys, anchor);
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: keyOf(anchor.log, anchor.sequence),
        Body: text,
        ContentType: 'application/jsonl',
      }),
    );
    return mac;
  }

  /** Undefined if no anchor has this number. */
  async read(
    keys: AuditKeys,
    log: string,
    sequence: number,
    version?: string,
  ): Promise<ReadAnchor | undefined> {
    try {
      const answer = await this.client.send(
        new GetObjectCommand({
          Bucket: this.bucket,
          Key: keyOf(log, sequence),
          ...(version !== undefined && { VersionId: version }),
        }),
      );
      return readAnchor(keys, await answer.Body!.transformToString());
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  /** Yields anchors in order of their numbers; one page at a time is in memory. */
  async *list(log: string): AsyncGenerator<StoredAnchor> {
    let position: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
    let current: { key: string; versions: string[]; isDeleted: boolean } | undefined;
    while (position) {
      const page: ListObjectVersionsCommandOutput = await this.client.send(
        new ListObjectVersionsCommand({ Bucket: this.bucket, Prefix: placeOf(log), ...position }),
      );
      const versions = [
        ...(page.Versions ?? []).map(({ Key, VersionId }) => ({ Key, VersionId, marker: false })),
        ...(page.DeleteMarkers ?? []).map(({ Key }) => ({ Key, VersionId: '', marker: true })),
      ].toSorted((a, b) => (a.Key! < b.Key! ? -1 : a.Key! > b.Key! ? 1 : 0));
      for (const { Key, VersionId, marker } of versions) {
        if (current && current.key !== Key) {
          yield storedAnchor(log, current);
          current = undefined;
        }
        current ??= { key: Key!, versions: [], isDeleted: false };
        if (marker) current.isDeleted = true;
        else current.versions.push(VersionId!);
      }
      position = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker!, VersionIdMarker: page.NextVersionIdMarker! }
        : undefined;
    }
    if (current) yield storedAnchor(log, current);
  }

  /** Ids of other logs in the bucket: of other databases, or of this one before its identity was changed. */
  async otherLogs(log: string): Promise<string[]> {
    const page = await this.client.send(
      new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: ROOT,
        Delimiter: '/',
        MaxKeys: 1000,
      }),
    );
    return (page.CommonPrefixes ?? [])
      .map(({ Prefix }) => Prefix!.slice(ROOT.length, -1))
      .filter((name) => name !== log);
  }

  /** The bucket's default retention in days; undefined if objects are not locked. */
  async retentionDays(): Promise<number | undefined> {
    try {
      const { ObjectLockConfiguration: lock } = await this.client.send(
        new GetObjectLockConfigurationCommand({ Bucket: this.bucket }),
      );
      const rule = lock?.Rule?.DefaultRetention;
      return rule?.Days ?? (rule?.Years === undefined ? undefined : rule.Years * 365);
    } catch (error) {
      // A store that is down says nothing about its locks.
      const { httpStatusCode = 0 } = (error as Partial<S3ServiceException>).$metadata ?? {};
      if (httpStatusCode < 400 || httpStatusCode >= 500) throw error;
      return undefined;
    }
  }

  close(): void {
    this.client.destroy();
  }
}

/** The store lists the newest version first; the oldest version is the one that the sealing wrote. */
function storedAnchor(
  log: string,
  { key, versions, isDeleted }: { key: string; versions: string[]; isDeleted: boolean },
): StoredAnchor {
  return {
    sequence: Number(/(\d{12})\.jsonl$/.exec(key.slice(placeOf(log).length))?.[1]),
    oldestVersion: versions.at(-1) ?? '',
    isReplaced: isDeleted || versions.length !== 1,
  };
}

/** Serializes an anchor: one line for the anchor, one for each chain, and one with the MAC of all lines before it. */
function writeAnchor(
  keys: AuditKeys,
  { log, sequence, at, baseline, withoutMac, previous, chains }: Anchor,
): { text: string; mac: string } {
  const head = {
    format: FORMAT,
    log,
    sequence,
    at,
    baseline,
    withoutMac,
    previous,
    chains: chains.length,
  };
  const lines = chains.map(({ companyId, chainId, from, to, head: hash }) =>
    JSON.stringify([companyId, chainId, from, to, hash]),
  );
  const text = `${[JSON.stringify(head), ...lines].join('\n')}\n`;
  const signed = keys.signAnchor(text);
  return { text: `${text}${JSON.stringify(signed)}\n`, mac: signed.mac };
}

function readAnchor(keys: AuditKeys, text: string): ReadAnchor {
  try {
    const end = text.lastIndexOf('\n', text.length - 2) + 1;
    const signed = JSON.parse(text.slice(end)) as { key: string; mac: string };
    const body = text.slice(0, end);
    if (!keys.checkAnchor(body, signed)) return { broken: 'its MAC is wrong' };
    const [first = '', ...lines] = body.trimEnd().split('\n');
    const { format, log, sequence, at, baseline, withoutMac, previous } = JSON.parse(
      first,
    ) as Anchor & { format: string };
    if (format !== FORMAT) return { broken: 'its format is unknown' };
    const chains = lines.map((line) => {
      const [companyId, chainId, from, to, head] = JSON.parse(line) as [
        string,
        string,
        number,
        number,
        string,
      ];
      return { companyId, chainId, from, to, head };
    });
    return { log, sequence, at, baseline, withoutMac, previous, chains, mac: signed.mac };
  } catch {
    return { broken: 'it cannot be read' };
  }
}
