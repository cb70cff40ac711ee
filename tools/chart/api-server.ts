/**
 * Starts a Kubernetes API server without nodes, which validates and admits resources as a real cluster does. Needs Go
 * and etcd.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../packages/testing/src/until.ts';
import { cache as programCache } from './programs.ts';

const VERSION = '1.36.3';
const cache = join(programCache, 'kubernetes');
const TOKEN = 'chart-check';

export interface ApiServer {
  /** Path of the configuration for kubectl. */
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

export async function startApiServer(): Promise<ApiServer> {
  const program = compiled();
  const home = mkdtempSync(join(tmpdir(), 'cairn-api-server-'));
  const [clients, peers, port] = [await freePort(), await freePort(), await freePort()];
  execFileSync('openssl', ['genrsa', '-out', join(home, 'accounts.key'), '2048'], {
    stdio: 'ignore',
  });
  writeFileSync(join(home, 'tokens.csv'), `${TOKEN},checker,1,system:masters\n`);
  const running = [
    start(home, 'etcd', [
      ...['--data-dir', join(home, 'etcd'), '--unsafe-no-fsync'],
      ...flags('client', clients),
      ...flags('peer', peers),
      ...['--initial-cluster', `default=http://127.0.0.1:${peers}`],
    ]),
    start(home, program, [
      `--etcd-servers=http://127.0.0.1:${clients}`,
      ...['--bind-address=127.0.0.1', `--secure-port=${port}`, `--cert-dir=${home}`],
      ...[`--token-auth-file=${join(home, 'tokens.csv')}`, '--authorization-mode=AlwaysAllow'],
      '--service-account-issuer=https://kubernetes.invalid',
      `--service-account-key-file=${join(home, 'accounts.key')}`,
      `--service-account-signing-key-file=${join(home, 'accounts.key')}`,
      ...['--service-cluster-ip-range=10.0.0.0/24', '--disable-admission-plugins=ServiceAccount'],
    ]),
  ];
  const kubeconfig = join(home, 'kubeconfig');
  writeFileSync(kubeconfig, configuration(port));
  const stop = async (): Promise<void> => {
    for (const child of running.toReversed()) await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await until(async () => isReady(kubeconfig), 120_000);
  } catch (error) {
    const printed = readFileSync(join(home, 'printed.log'), 'utf8').slice(-3000);
    await stop();
    throw new Error(`the API server does not answer:\n${printed}`, { cause: error });
  }
  return { kubeconfig, stop };
}

/**
 * Compiles the API server. Its go.mod replaces modules by folders that the module does not contain; the same code is
 * published as modules of its own.
 */
function compiled(): string {
  const program = join(cache, `kube-apiserver-${VERSION}`);
  if (existsSync(program)) return program;
  console.log('compiling the API server: eight minutes on two cores');
  const reply = execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${VERSION}`], {
    encoding: 'utf8',
  });
  const { Dir: downloaded } = JSON.parse(reply) as { Dir: string };
  const sources = join(cache, 'sources');
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  cpSync(downloaded, sources, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', sources]);
  for (const each of ['go.work', 'go.work.sum', 'vendor']) {
    rmSync(join(sources, each), { recursive: true, force: true });
  }
  const [, minor, patch] = VERSION.split('.');
  const file = join(sources, 'go.mod');
  const modules = readFileSync(file, 'utf8').replaceAll(
    /=> \.\/staging\/src\/(k8s\.io\/[\w-]+)/g,
    `=> $1 v0.${minor}.${patch}`,
  );
  writeFileSync(file, modules);
  const version = `k8s.io/component-base/version.gitVersion=v${VERSION}`;
  const options = ['-trimpath', `-ldflags=-s -w -X ${version}`, '-o', program];
  execFileSync('go', ['build', ...options, './cmd/kube-apiserver'], {
    cwd: sources,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  rmSync(sources, { recursive: true, force: true });
  return program;
}

const flags = (kind: 'client' | 'peer', port: number): string[] => {
  const url = `http://127.0.0.1:${port}`;
  const advertise = kind === 'client' ? '--advertise-client-urls' : '--initial-advertise-peer-urls';
  return [`--listen-${kind}-urls`, url, advertise, url];
};

function start(home: string, program: string, args: readonly string[]): ChildProcess {
  const command = ['-c', 'exec "$0" "$@" >> "$PRINTED" 2>&1', program, ...args];
  const env = { ...process.env, PRINTED: join(home, 'printed.log') };
  return spawn('sh', command, { env, stdio: 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const configuration = (port: number): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'own',
        cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'own', user: { token: TOKEN } }],
    contexts: [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
    'current-context': 'own',
  });

function isReady(kubeconfig: string): boolean {
  try {
    const get = ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz'];
    execFileSync('kubectl', get, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
