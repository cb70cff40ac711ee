/** Checks the services that only the worker uses: Temporal, clamd, SMTP, and the sandbox for converters. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { createTransport } from 'nodemailer';
import type { WorkerConfig } from '../../platform/config.ts';
import { runSandboxed } from '../../platform/sandbox.ts';
import { temporalConnection } from '../../platform/temporal-connection.ts';
import { signatureVersion } from '../../platform/virus-scanner.ts';
import { Problem, reasonOf, type Check } from './check.ts';

/** Debian packages that read uploaded files, and a file of each. */
const CONVERTERS: Readonly<Record<string, string>> = {
  'libreoffice-writer-nogui': '/usr/lib/libreoffice/program/libswlo.so',
  'libreoffice-calc-nogui': '/usr/lib/libreoffice/program/libsclo.so',
  'libreoffice-impress-nogui': '/usr/lib/libreoffice/program/libsdlo.so',
  graphicsmagick: '/usr/bin/gm',
  qpdf: '/usr/bin/qpdf',
  'poppler-utils': '/usr/bin/pdftoppm',
  'tesseract-ocr': '/usr/bin/tesseract',
  'tesseract-ocr-eng': '/usr/share/tesseract-ocr/5/tessdata/eng.traineddata',
  'tesseract-ocr-osd': '/usr/share/tesseract-ocr/5/tessdata/osd.traineddata',
  'fonts-liberation': '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
  'fonts-crosextra-carlito': '/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf',
  'fonts-crosextra-caladea': '/usr/share/fonts/truetype/crosextra/Caladea-Regular.ttf',
};
/** Queues whose work runs them. */
const CONVERTING: ReadonlySet<string> = new Set(['scans', 'documents', 'exports']);

const HOUR_MS = 3_600_000;
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/** Rejects with one sentence if Temporal does not answer. */
export async function connectTemporal(engine: WorkerConfig['engine']): Promise<Connection> {
  const { address } = engine;
  // The client reports a rejected certificate as "Failed to connect before the deadline".
  const hint = engine.tls
    ? 'nothing listens there, or the certificates (TEMPORAL_TLS_*) do not fit'
    : 'nothing listens there, or it expects TLS (TEMPORAL_TLS)';
  return Connection.connect({ ...temporalConnection(engine), connectTimeout: '5s' }).catch(() => {
    throw new Problem(`Temporal does not answer at ${address} (TEMPORAL_ADDRESS): ${hint}.`);
  });
}

async function checkTemporal(engine: WorkerConfig['engine']): Promise<string> {
  const { address, namespace } = engine;
  const connection = await connectTemporal(engine);
  try {
    const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace });
    return `namespace ${namespaceInfo?.name ?? namespace} at ${address}`;
  } catch (error) {
    if (!isGrpcServiceError(error)) throw error;
    const code: number = error.code;
    if (code === NOT_FOUND) {
      throw new Problem(`Temporal has no namespace ${namespace} (TEMPORAL_NAMESPACE).`);
    }
    if (code === PERMISSION_DENIED || code === UNAUTHENTICATED) {
      throw new Problem(
        `Temporal refuses access to the namespace ${namespace}: check TEMPORAL_API_KEY and TEMPORAL_TLS_CERT.`,
      );
    }
    throw error;
  } finally {
    await connection.close();
  }
}

async function checkClamd(
  { clamd, signatureMaxAgeMs }: Pick<WorkerConfig, 'clamd' | 'signatureMaxAgeMs'>,
  now: () => number,
): Promise<string> {
  const where =
    'path' in clamd
      ? `${clamd.path} (CLAMD_SOCKET)`
      : `${clamd.host}:${clamd.port} (CLAMD_HOST, CLAMD_PORT)`;
  const { version, signaturesFrom } = await signatureVersion(clamd).catch((error: unknown) => {
    throw new Problem(`clamd does not answer at ${where}: ${reasonOf(error)}.`);
  });
  if (!signaturesFrom) {
    throw new Problem(`clamd at ${where} has no official signatures: run freshclam.`);
  }
  const hours = Math.round((now() - signaturesFrom.getTime()) / HOUR_MS);
  if (hours * HOUR_MS > signatureMaxAgeMs) {
    throw new Problem(
      `The signatures of clamd at ${where} are ${hours} hours old: check that freshclam runs and reaches its mirror.`,
    );
  }
  return `${version}, signatures ${hours} hours old`;
}

async function checkSmtp({ smtpUrl, requireTls }: WorkerConfig['mail']): Promise<string> {
  const { host } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5000,
    requireTLS: requireTls,
  });
  try {
    await transport.verify();
    return `${host} accepts email${requireTls ? ' over TLS' : ''}`;
  } catch (error) {
    const { code, command } = error as { code?: string; command?: string };
    if (code === 'EAUTH')
      throw new Problem(`The SMTP server ${host} refuses the user or password in SMTP_URL.`);
    if (code === 'ETLS' || command === 'STARTTLS') {
      throw new Problem(
        `The SMTP server ${host} does not offer TLS (SMTP_URL): use another port, or allow plaintext with SMTP_REQUIRE_TLS=false.`,
      );
    }
    // nodemailer's code ESOCKET hides the system error code.
    const { errno, syscall } = error as { errno?: number; syscall?: string };
    const system = errno === undefined ? undefined : getSystemErrorName(errno);
    const cause = syscall === 'connect' && system ? { code: system } : error;
    throw new Problem(`The SMTP server does not answer at ${host} (SMTP_URL): ${reasonOf(cause)}.`);
  } finally {
    transport.close();
  }
}

async function checkSandbox(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-check-'));
  const failed = new Problem(
    'The sandbox for converters does not start: install bubblewrap, and allow user namespaces in the container.',
  );
  try {
    const { code } = await runSandboxed({
      folder,
      command: ['/usr/bin/true'],
      seconds: 10,
      memoryBytes: 2 ** 30,
    }).catch(() => {
      throw failed;
    });
    if (code !== 0) throw failed;
    return 'programs that read uploaded files run in a sandbox';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A missing program is not an error of the file that needs it, and looks like one: the file counts as damaged. */
export async function checkConverters(
  exists: (path: string) => boolean = existsSync,
): Promise<string> {
  const missing = Object.entries(CONVERTERS).filter(([, path]) => !exists(path));
  if (missing.length > 0) {
    throw new Problem(
      `Files that cannot be converted here would count as damaged: install ${missing.map(([name]) => name).join(', ')}.`,
    );
  }
  return 'every program that reads uploaded files is installed';
}

export function workerServiceChecks(config: WorkerConfig, now: () => number): Check[] {
  return [
    { name: 'temporal', run: () => checkTemporal(config.engine) },
    { name: 'clamd', run: () => checkClamd(config, now) },
    { name: 'smtp', run: () => checkSmtp(config.mail) },
    { name: 'sandbox', run: checkSandbox },
    ...(config.engine.queues.some((queue) => CONVERTING.has(queue))
      ? [{ name: 'converters', run: () => checkConverters() }]
      : []),
  ];
}
