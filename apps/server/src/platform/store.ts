/** The object store: any S3. Bytes go between it and the browser directly. */
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  NoSuchUpload,
  NotFound,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from './config.ts';

const UPLOAD_SECONDS = 15 * 60;
const DOWNLOAD_SECONDS = 60;

export class ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  readonly origin: string;

  constructor(config: Config['store']) {
    this.bucket = config.bucket;
    this.origin = new URL(config.endpoint).origin;
    this.client = new S3Client({
      endpoint: config.endpoint,
      region: config.region,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      forcePathStyle: true,
      // A streamed PUT would otherwise carry a trailing checksum that not every store takes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /** For one PUT of exactly this many bytes: a second one to the same key is refused. */
  async uploadUrl(
    key: string,
    size: number,
  ): Promise<{ url: string; headers: Record<string, string> }> {
    const url = await getSignedUrl(
      this.client,
      new PutObjectCommand({
        Bucket: this.bucket,
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

  /** Always an attachment of no particular type: nothing an uploader sent is ever shown inline. */
  async downloadUrl(key: string, fileName: string): Promise<string> {
    return getSignedUrl(
      this.client,
      new GetObjectCommand({
        Bucket: this.bucket,
        Key: key,
        ResponseContentType: 'application/octet-stream',
        ResponseContentDisposition: attachment(fileName),
      }),
      { expiresIn: DOWNLOAD_SECONDS },
    );
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

  async read(key: string): Promise<Readable> {
    const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
    return answer.Body as Readable;
  }

  /** Shown in the browser's own viewer: only for what we made ourselves. */
  async viewUrl(key: string, fileName: string): Promise<string> {
    return getSignedUrl(
      this.client,
      new GetObjectCommand({
        Bucket: this.bucket,
        Key: key,
        ResponseContentType: 'application/pdf',
        ResponseContentDisposition: attachment(fileName).replace('attachment', 'inline'),
      }),
      { expiresIn: DOWNLOAD_SECONDS },
    );
  }

  /** Bytes from `from` up to, not with, `to`. */
  async readBytes(key: string, from: number, to: number): Promise<Buffer> {
    const answer = await this.client.send(
      new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: `bytes=${from}-${to - 1}` }),
    );
    return Buffer.from(await answer.Body!.transformToByteArray());
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  async beginParts(key: string): Promise<string> {
    const begun = await this.client.send(
      new CreateMultipartUploadCommand({ Bucket: this.bucket, Key: key }),
    );
    return begun.UploadId!;
  }

  async putPart(key: string, uploadId: string, number: number, bytes: Buffer): Promise<string> {
    const put = await this.client.send(
      new UploadPartCommand({
        Bucket: this.bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: number,
        Body: bytes,
      }),
    );
    return put.ETag!;
  }

  /** The parts that are there, by number. Undefined: the store knows of no such upload. */
  async partsOf(key: string, uploadId: string): Promise<Map<number, StoredPart> | undefined> {
    const found = new Map<number, StoredPart>();
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
          found.set(PartNumber!, { tag: ETag!, size: Size! });
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } catch (error) {
        if (error instanceof NoSuchUpload || (error as Error).name === 'NoSuchUpload') {
          return undefined;
        }
        throw error;
      }
    } while (marker !== undefined);
    return found;
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

  close(): void {
    this.client.destroy();
  }
}

export interface StoredPart {
  readonly tag: string;
  readonly size: number;
}

/** RFC 6266: an ASCII name for the old, the real one percent-encoded; no quote or line break gets out. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. ()-]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
