/**
 * The object store: any S3, in two buckets. Clients PUT to *incoming*, which only the worker reads. The worker
 * copies what it has scanned to *vault*, under keys that are never signed for a client; everything that is
 * served, converted or exported comes from there. Each role has its own credentials.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  ListPartsCommand,
  NoSuchUpload,
  NotFound,
  S3ServiceException,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { sha256Of } from './sha256.ts';

const UPLOAD_SECONDS = 15 * 60;

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
interface Endpoint {
  readonly endpoint: string;
  readonly region: string;
}
interface Buckets extends Endpoint {
  readonly incomingBucket: string;
  readonly vaultBucket: string;
}
/** `upload` may only PUT to incoming; `web` may read the vault and list incoming. */
export type WebStorageConfig = Buckets & {
  /** The address for browsers: a signature holds for one host name only. */
  readonly publicEndpoint: string;
  readonly upload: Credentials;
  readonly web: Credentials;
};
/** `worker` may read and delete in incoming, and write the vault. */
export type WorkerStorageConfig = Buckets & { readonly worker: Credentials };

const clientFor = ({ endpoint, region }: Endpoint, credentials: Credentials): S3Client => {
  const client = new S3Client({
    endpoint,
    region,
    credentials: {
      accessKeyId: credentials.accessKeyId,
      secretAccessKey: credentials.secretAccessKey,
    },
    forcePathStyle: true,
    // Otherwise a streamed PUT would carry a trailing checksum, which not every store supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const { body, headers } = args.request as { body?: unknown; headers: Headers };
      if (headers['content-md5']) headers[BODY_HASH] ??= 'UNSIGNED-PAYLOAD';
      // Hashed here on a thread of the pool; the S3 client would hash on the main thread.
      else if (Buffer.isBuffer(body)) headers[BODY_HASH] ??= (await sha256Of(body)).toString('hex');
      return next(args);
    },
    { step: 'build', name: 'hashBody' },
  );
  return client;
};

type Headers = Record<string, string>;
/** The SHA-256 header: signed with the request, and compared by the store with the body that arrives. */
const BODY_HASH = 'x-amz-content-sha256';

/** Object storage for the web role: signs uploads, finds out whether they arrived, and reads the vault. */
export class WebStorage {
  /** The origin that browsers send files to. */
  readonly origin: string;
  readonly vault: Bucket;
  /** Signs for browsers, and sends nothing itself. */
  private readonly signer: S3Client;
  private readonly uploader: S3Client;
  private readonly incoming: Bucket;
  /** Uses the credential that can only PUT. */
  private readonly uploads: Bucket;
  private readonly incomingBucket: string;

  constructor(config: WebStorageConfig) {
    this.uploads = new Bucket(config, config.incomingBucket, config.upload);
    this.origin = new URL(config.publicEndpoint).origin;
    this.signer = clientFor({ ...config, endpoint: config.publicEndpoint }, config.upload);
    this.uploader = clientFor(config, config.upload);
    this.incomingBucket = config.incomingBucket;
    this.incoming = new Bucket(config, config.incomingBucket, config.web);
    this.vault = new Bucket(config, config.vaultBucket, config.web);
  }

  /** Signs one PUT of exactly this many bytes; a second PUT to the same key is refused. */
  async uploadUrl(
    key: string,
    size: number,
  ): Promise<{ url: string; headers: Record<string, string> }> {
    const url = await getSignedUrl(
      this.signer,
      new PutObjectCommand({
        Bucket: this.incomingBucket,
        Key: key,
        ContentLength: size,
        ContentType: 'application/octet-stream',
        IfNoneMatch: '*',
      }),
      {
        expiresIn: UPLOAD_SECONDS,
        signableHeaders: new Set(['content-length', 'content-type', 'if-none-match', 'host']),
        unhoistableHeaders: new Set(['content-length', 'content-type', 'if-none-match']),
      },
    );
    // The browser sets Content-Length itself; it must equal the signed one.
    return { url, headers: { 'content-type': 'application/octet-stream', 'if-none-match': '*' } };
  }

  /** Uploads bytes in place of a browser, for files that arrive another way, such as by email. */
  async putIncoming(key: string, bytes: Uint8Array): Promise<void> {
    await this.uploader.send(
      new PutObjectCommand({
        Bucket: this.incomingBucket,
        Key: key,
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: 'application/octet-stream',
        IfNoneMatch: '*',
      }),
    );
  }

  beginUpload(key: string): Promise<string> {
    return this.uploads.beginParts(key);
  }

  /** Signs one part of exactly this many bytes with this MD5 (hex): no other bytes can be sent with it. */
  async partUrl(
    key: string,
    uploadId: string,
    { number, size, md5 }: { number: number; size: number; md5: string },
  ): Promise<{ url: string; headers: Record<string, string> }> {
    const contentMd5 = Buffer.from(md5, 'hex').toString('base64');
    const url = await getSignedUrl(
      this.signer,
      new UploadPartCommand({
        Bucket: this.incomingBucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: number,
        ContentLength: size,
        ContentMD5: contentMd5,
      }),
      {
        expiresIn: UPLOAD_SECONDS,
        signableHeaders: new Set(['content-length', 'content-md5', 'host']),
        unhoistableHeaders: new Set(['content-length', 'content-md5']),
      },
    );
    return { url, headers: { 'content-md5': contentMd5 } };
  }

  /** Undefined if there is no such upload, because it was completed or aborted or never existed. */
  arrivedParts(key: string, uploadId: string): Promise<Map<number, StoredPart> | undefined> {
    return this.incoming.partsOf(key, uploadId);
  }

  joinUpload(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    return this.uploads.joinParts(key, uploadId, tags);
  }

  abortUpload(key: string, uploadId: string): Promise<void> {
    return this.incoming.dropParts(key, uploadId);
  }

  /** The size of an upload. Found by a list request: a HEAD would need the right to read. */
  arrivedSize(key: string): Promise<number | undefined> {
    return this.incoming.listedSize(key);
  }

  close(): void {
    this.signer.destroy();
    this.uploader.destroy();
    this.uploads.close();
    this.incoming.close();
    this.vault.close();
  }
}

export class WorkerStorage {
  readonly incoming: Bucket;
  readonly vault: Bucket;

  constructor(config: WorkerStorageConfig) {
    this.incoming = new Bucket(config, config.incomingBucket, config.worker);
    this.vault = new Bucket(config, config.vaultBucket, config.worker);
  }

  close(): void {
    this.incoming.close();
    this.vault.close();
  }
}

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
}

/**
 * Whether the object does not exist. The store answers NoSuchKey if the credential may list the bucket, otherwise
 * AccessDenied, which is also the answer if the policy forbids reading altogether (only `cairn check` distinguishes
 * the two). A wrong key, secret, clock or bucket has its own error code.
 */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchKey', 'AccessDenied'].includes(error.name);

/** A bucket as seen with one credential; the store refuses what the credential may not do. */
export class Bucket {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(endpoint: Endpoint, bucket: string, credentials: Credentials) {
    this.client = clientFor(endpoint, credentials);
    this.bucket = bucket;
  }

  async sizeOf(key: string): Promise<number | undefined> {
    try {
      const head = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return head.ContentLength;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async listedSize(key: string): Promise<number | undefined> {
    const { Contents: [first] = [] } = await this.client.send(
      new ListObjectsV2Command({ Bucket: this.bucket, Prefix: key, MaxKeys: 1 }),
    );
    return first?.Key === key ? first.Size : undefined;
  }

  /** Yields objects in order of their keys, reading page by page. */
  async *list(prefix: string): AsyncGenerator<ListedObject[]> {
    let token: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: prefix,
          ContinuationToken: token,
        }),
      );
      yield (page.Contents ?? []).map(({ Key, Size, LastModified }) => ({
        key: Key!,
        size: Size!,
        modified: LastModified!,
      }));
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async read(key: string): Promise<Readable> {
    const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
    return answer.Body as Readable;
  }

  /** Bytes from `from` up to `to`, exclusive. */
  async readBytes(key: string, from: number, to: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    return bytes.subarray(0, await this.readInto(key, from, bytes));
  }

  /** Fills `bytes` from the object without a second copy in memory. Returns the number of bytes read. */
  async readInto(key: string, from: number, bytes: Buffer): Promise<number> {
    const range = `bytes=${from}-${from + bytes.length - 1}`;
    const answer = await this.client.send(
      new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: range }),
    );
    const body = answer.Body as Readable;
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      length += chunk.copy(bytes, length);
    });
    await finished(body);
    return length;
  }

  /** Uploads a local file in one PUT. The store refuses it if its bytes have another SHA-256. */
  async putFile(
    key: string,
    path: string,
    { size, sha256 }: { size: number; sha256: Buffer },
  ): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      Body: createReadStream(path),
      ContentLength: size,
      ContentType: 'application/octet-stream',
    });
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Headers };
        headers[BODY_HASH] = sha256.toString('hex');
        return next(args);
      },
      { step: 'build', name: 'signBodyHash' },
    );
    await this.client.send(command);
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  async beginParts(key: string): Promise<string> {
    const upload = await this.client.send(
      new CreateMultipartUploadCommand({
        Bucket: this.bucket,
        Key: key,
        ContentType: 'application/octet-stream',
      }),
    );
    return upload.UploadId!;
  }

  /**
   * The store compares the part with its MD5, which is signed with the request, and refuses changed bytes. A SHA-256
   * would take both sides three times as long, and stored bytes are compared with their own whenever they are read.
   */
  async putPart(key: string, uploadId: string, number: number, bytes: Buffer): Promise<string> {
    const reply = await this.client.send(
      new UploadPartCommand({
        Bucket: this.bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: number,
        Body: bytes,
        ContentMD5: createHash('md5').update(bytes).digest('base64'),
      }),
    );
    return reply.ETag!;
  }

  /** The parts received so far, by number. Undefined if the store does not know the upload. */
  async partsOf(key: string, uploadId: string): Promise<Map<number, StoredPart> | undefined> {
    const parts = new Map<number, StoredPart>();
    let marker: string | undefined;
    do {
      try {
        const page = await this.client.send(
          new ListPartsCommand({
            Bucket: this.bucket,
            Key: key,
            UploadId: uploadId,
            PartNumberMarker: marker,
          }),
        );
        for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
          parts.set(PartNumber!, { tag: ETag!, size: Size! });
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } catch (error) {
        if (error instanceof NoSuchUpload) return undefined;
        // Ceph answers NoSuchKey if the caller is not the one who started the upload.
        if (['NoSuchUpload', 'NoSuchKey'].includes((error as Error).name)) return undefined;
        throw error;
      }
    } while (marker !== undefined);
    return parts;
  }

  async joinParts(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    await this.client.send(
      new CompleteMultipartUploadCommand({
        Bucket: this.bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: {
          Parts: tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })),
        },
      }),
    );
  }

  async dropParts(key: string, uploadId: string): Promise<void> {
    await this.client.send(
      new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: uploadId }),
    );
  }

  /** Multipart uploads that were started and neither completed nor aborted. */
  async *unfinishedUploads(prefix = ''): AsyncGenerator<UnfinishedUpload> {
    let after: { key?: string | undefined; id?: string | undefined } | undefined = {};
    while (after) {
      const page: ListMultipartUploadsCommandOutput = await this.client.send(
        new ListMultipartUploadsCommand({
          Bucket: this.bucket,
          Prefix: prefix,
          KeyMarker: after.key,
          UploadIdMarker: after.id,
        }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        yield { key: Key!, uploadId: UploadId!, started: Initiated! };
      }
      after = page.IsTruncated
        ? { key: page.NextKeyMarker, id: page.NextUploadIdMarker }
        : undefined;
    }
  }

  close(): void {
    this.client.destroy();
  }
}

export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly started: Date;
}

export interface StoredPart {
  readonly tag: string;
  readonly size: number;
}
