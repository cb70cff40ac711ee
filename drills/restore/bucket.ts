/** The bucket for backups: created if missing, and emptied before and after a run. */
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { BackupStore } from './cluster.ts';

export async function emptyBucket({ bucket, key, secret, s3Port }: BackupStore): Promise<void> {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${s3Port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(() => {});
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      if (Contents.length === 0) return;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
    }
  } finally {
    client.destroy();
  }
}
