/** The object store: any S3. Bytes go between it and the browser directly. */
import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
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

  close(): void {
    this.client.destroy();
  }
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
