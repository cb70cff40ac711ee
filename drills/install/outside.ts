/** Services that an operator has or rents: an S3 store with four credentials, and a certificate for every name. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { until } from '@cairn/testing';
import { repository } from '../../tools/images/engine.ts';
import { GATEWAY } from '../machine/network.ts';
import { newSecret } from './secrets.ts';

const S3_PORT = 8000;
export const STORE_HOST = 's3.example.com';

export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export function makeCertificate(folder: string): Certificate {
  const files = { certificate: join(folder, 'site.pem'), key: join(folder, 'site.key') };
  const names = `subjectAltName=DNS:*.example.com,DNS:*.${STORE_HOST}`;
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const output = ['-keyout', files.key, '-out', files.certificate];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=drill', '-addext', names],
      ...curve,
      ...output,
    ],
    { stdio: 'ignore' },
  );
  return files;
}

/** Ceph's gateway as deploy/image/start-store.sh starts it, behind TLS at the gateway of the drill's network. */
export class Store {
  readonly secrets = {
    owner: newSecret(),
    upload: newSecret(),
    web: newSecret(),
    worker: newSecret(),
  };
  #cluster: ChildProcess | undefined;
  #tls: Server | undefined;

  async start(folder: string, { certificate, key }: Certificate): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const { owner, upload, web, worker } = this.secrets;
    this.#cluster = spawn('sh', [join(repository, 'deploy/image/start-store.sh')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ STORE_HOME: folder, STORE_NAME: STORE_HOST, STORE_GB: '4', STORE_BIND: '127.0.0.1' },
        ...{ OWNER_SECRET: owner, UPLOAD_SECRET: upload, WEB_SECRET: web, WORKER_SECRET: worker },
      },
    });
    const log = createWriteStream(`${folder}.log`);
    for (const stream of [this.#cluster.stdout!, this.#cluster.stderr!]) stream.pipe(log);
    this.#tls = createServer(
      { cert: readFileSync(certificate), key: readFileSync(key) },
      (socket) => {
        const store = connect(S3_PORT, '127.0.0.1');
        socket.on('error', () => store.destroy());
        store.on('error', () => socket.destroy());
        socket.pipe(store).pipe(socket);
      },
    ).listen(443, GATEWAY);
    await until(
      () =>
        fetch(`http://127.0.0.1:${S3_PORT}`).then(
          () => true,
          () => false,
        ),
      120_000,
    );
  }

  /** Created by the owner of the backups; `cairn setup` creates the product's own buckets. */
  async createBucket(bucket: string): Promise<void> {
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${S3_PORT}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'cairn-owner', secretAccessKey: this.secrets.owner },
    });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  }

  stop(): void {
    this.#cluster?.kill();
    this.#tls?.close();
  }
}
