/** The values for Temporal's chart, the certificates, and the values for Cairn's chart must be consistent. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { TEMPORAL_VERSION } from '../images/temporal.ts';

const deploy = resolve(import.meta.dirname, '../../deploy');
const read = (path: string): string => readFileSync(resolve(deploy, path), 'utf8');

interface Part {
  readonly server: { readonly certFile: string; readonly requireClientAuth: boolean };
  readonly client: { readonly serverName: string };
}
interface ServerValues {
  readonly server: {
    readonly image: { readonly tag: string };
    readonly additionalVolumes: readonly { name: string; secret: { secretName: string } }[];
    readonly additionalVolumeMounts: readonly { name: string; mountPath: string }[];
    readonly config: { readonly tls: Readonly<Record<'internode' | 'frontend', Part>> };
  };
  readonly admintools: { readonly image: { readonly tag: string } };
}
interface ClientValues {
  readonly workerSettings: Readonly<Record<string, string>>;
  readonly secrets: { readonly worker: Readonly<Record<string, { readonly name: string }>> };
}
interface Certificate {
  readonly kind: string;
  readonly metadata: { readonly namespace: string };
  readonly spec: { readonly secretName: string; readonly dnsNames?: readonly string[] };
}

const { server, admintools } = parse(read('helm/values/temporal.yaml')) as ServerValues;
const client = parse(read('helm/values/temporal-client.yaml')) as ClientValues;
const certificates = parseAllDocuments(read('helm/values/temporal-certificates.yaml'))
  .map((document) => document.toJS() as Certificate)
  .filter(({ kind }) => kind === 'Certificate');
const certificateOf = (secretName: string): Certificate | undefined =>
  certificates.find(({ spec }) => spec.secretName === secretName);

/** The Secret that is mounted at the file's location. */
function secretOf(path: string): string | undefined {
  const { additionalVolumes: volumes, additionalVolumeMounts: mounts } = server;
  const mounted = mounts.find(({ mountPath }) => mountPath === dirname(path));
  return volumes.find(({ name }) => name === mounted?.name)?.secret.secretName;
}

test.each(['internode', 'frontend'] as const)(
  'Temporal’s %s certificate has the name that is expected of it, and clients need one',
  (part) => {
    const { server: own, client: expected } = server.config.tls[part];
    const certificate = certificateOf(secretOf(own.certFile)!);
    expect(certificate?.metadata.namespace).toBe('temporal');
    expect(certificate?.spec.dnsNames).toEqual([expected.serverName]);
    expect(own.requireClientAuth).toBe(true);
  },
);

test('a worker has a certificate of its own, and expects the frontend’s', () => {
  const { TEMPORAL_TLS_SERVER_NAME: expected } = client.workerSettings;
  expect(expected).toBe(server.config.tls.frontend.client.serverName);
  const names = new Set(Object.values(client.secrets.worker).map(({ name }) => name));
  expect([...names].map((name) => certificateOf(name)?.metadata.namespace)).toEqual(['cairn']);
});

test('every way to install runs the version of Temporal that the drills run', () => {
  const images = [...read('compose.yaml').matchAll(/temporalio\/[\w-]+:([\d.]+)/g)];
  const versions = images.map(([, version]) => version);
  expect(new Set([...versions, server.image.tag, admintools.image.tag])).toEqual(
    new Set([TEMPORAL_VERSION]),
  );
});
