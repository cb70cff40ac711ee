/**
 * `npm run chart`: lints and renders the Helm chart with each set of values, checks the result against the Kubernetes
 * schemas and, with `--server`, by the API server of the current kubeconfig or, with `--own-server`, by one that it starts.
 * docs/operations/kubernetes.md explains it.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { settingsProblems, unneededSettings, type DeployedRole } from '../deploy/settings.ts';
import { startApiServer } from './api-server.ts';
import { findHelm, findValidator } from './programs.ts';

const { values } = parseArgs({
  options: { server: { type: 'boolean' }, 'own-server': { type: 'boolean' } },
});
const { helmProgram, validator } = await programs();

const root = resolve(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm/cairn');
const output = join(root, '.cache/chart');
mkdirSync(output, { recursive: true });

const KUBERNETES = '1.36.0';
const DRY_RUN = ['--dry-run=server', '--validate=strict'];
const SETS: Record<string, readonly string[]> = {
  default: [],
  everything: [
    ...['--set', 'serviceMonitor.enabled=true', '--set', 'ingress.wildcard=true'],
    ...['--set', 'serviceMonitor.labels.release=prometheus', '--set', 'image.tag=1.2.3'],
    ...['--set', 'prometheusRule.enabled=true', '--set', 'dashboard.enabled=true'],
  ],
  'cloudnative-pg, s3 and temporal': ['cloudnative-pg', 's3', 'temporal-client'].flatMap((name) => [
    '-f',
    join(root, `deploy/helm/values/${name}.yaml`),
  ]),
  'a cell with the router': ['-f', join(root, 'deploy/helm/values/cells.yaml')],
};
/** Values that the chart must reject. */
const REFUSED: Record<string, readonly string[]> = {
  'a queue without a worker': ['--set', 'workers.scans=null'],
  'a secret among the settings': ['--set', 'settings.SMTP_URL=smtp://user:password@host'],
  'a key among the settings': ['--set', 'webSettings.CELL_KEY=c2VjcmV0'],
  'a public address without TLS': ['--set', 'publicUrl=http://loans.example.com'],
};

const helm = (args: readonly string[]): string =>
  execFileSync(helmProgram, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const render = (set: readonly string[]): string =>
  helm(['template', 'cairn', chart, '--namespace', 'cairn', '--kube-version', KUBERNETES, ...set]);

helm(['lint', '--strict', chart]);
const own = values['own-server'] ? await startApiServer() : undefined;
try {
  checkSets();
  if (own) checkPods();
} finally {
  await own?.stop();
}
for (const [name, set] of Object.entries(REFUSED)) {
  if (isRendered(set)) throw new Error(`control: ${name} was accepted`);
  console.log(`control: ${name} is refused`);
}

/** Exits with 75 if the programs are neither installed nor can be installed, which CI reports as skipped. */
async function programs(): Promise<{ helmProgram: string; validator: string }> {
  try {
    return { helmProgram: await findHelm(), validator: await findValidator() };
  } catch (error) {
    console.error(`SKIPPED: helm and kubernetes-validate cannot be brought here: ${String(error)}`);
    process.exit(75);
  }
}

function checkSets(): void {
  const asksServer = values.server || own !== undefined;
  for (const [name, set] of Object.entries(SETS)) {
    const rendered = render(set);
    const file = join(output, `${name.replaceAll(/\W+/g, '-')}.yaml`);
    writeFileSync(file, rendered);
    const resources = documents(rendered);
    const problems = [
      ...resources.flatMap(problemsOf),
      ...fixedReplicas(resources),
      ...changedFiles(resources),
    ];
    if (problems.length > 0) throw new Error(problems.join('\n'));
    execFileSync(validator, ['--strict', '--quiet', '--no-warn', file], {
      stdio: 'inherit',
    });
    if (asksServer) dryRun(resources);
    const accepted = asksServer ? ', accepted by the API server' : '';
    console.log(`${name}: ${resources.length} resources, valid${accepted}`);
  }
}

/**
 * Every pod of the chart meets the "restricted" pod security standard, as docs/operations/kubernetes.md says; a
 * privileged pod, as the control, does not.
 */
function checkPods(): void {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'restricted', labels } }, []);
  const pods = documents(render(SETS['default']!)).flatMap(({ metadata: { name }, spec }) =>
    spec?.template
      ? [{ metadata: { name, namespace: 'restricted' }, spec: spec.template.spec }]
      : [],
  );
  for (const { metadata, spec } of pods) {
    apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec }, DRY_RUN);
    console.log(`pod ${metadata.name}: admitted as restricted`);
  }
  const [{ metadata, spec }] = pods as [(typeof pods)[number]];
  const containers = spec.containers.map((each) => ({
    ...each,
    securityContext: { privileged: true },
  }));
  if (isApplied({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { ...spec, containers } })) {
    throw new Error('control: a privileged pod was admitted');
  }
  console.log('control: a privileged pod is refused');
}

/** An autoscaled Deployment must not set a number of replicas, because an upgrade would reset it. */
function fixedReplicas(resources: readonly Resource[]): string[] {
  const scalers = resources.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  return scalers.flatMap(({ spec }) => {
    const name = spec?.scaleTargetRef?.name;
    const scaled = resources.find(
      (each) => each.kind === 'Deployment' && each.metadata.name === name,
    );
    if (!scaled) return [`the autoscaled Deployment ${name} does not exist`];
    return scaled.spec?.replicas === undefined ? [] : [`${name} is autoscaled and has replicas`];
  });
}

/** Compares the files in the chart with their sources, because helm renders nothing for a missing file. */
function changedFiles(resources: readonly Resource[]): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const rules = resources.find(({ kind }) => kind === 'PrometheusRule');
  const dashboard = resources.find(({ kind }) => kind === 'ConfigMap')?.data?.['cairn.json'];
  return [
    ...(rules && !isDeepStrictEqual(rules.spec, parse(read('deploy/prometheus/rules.yml')))
      ? ['the alerts are not those of deploy/prometheus/rules.yml']
      : []),
    ...(dashboard !== undefined && dashboard !== read('deploy/grafana/cairn.json')
      ? ['the dashboard is not deploy/grafana/cairn.json']
      : []),
  ];
}

interface Resource {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    scaleTargetRef?: { name: string };
    template?: { spec: { containers: Container[] } };
  };
}
interface Container {
  name: string;
  args: string[];
  env: { name: string; value?: string; valueFrom?: object }[];
}

function documents(text: string): Resource[] {
  return parseAllDocuments(text).flatMap((document) => {
    const resource = document.toJS() as Resource | null;
    return resource ? [resource] : [];
  });
}

/** Why a process would not start with its settings, with secrets filled in; empty if it would start. */
function problemsOf({ metadata, spec }: Resource): string[] {
  return (spec?.template?.spec.containers ?? []).flatMap(({ args, env }) => {
    const role = args[0] as DeployedRole;
    const settings = Object.fromEntries(
      env.map(({ name, value }) => [name, value ?? sample(name)]),
    );
    const secrets = env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
    const unneeded = unneededSettings(role, settings).filter((name) => secrets.includes(name));
    return [
      ...settingsProblems(role, settings).map((problem) => `${metadata.name}: ${problem}`),
      ...unneeded.map((name) => `${metadata.name} gets ${name}, which it does not read`),
    ];
  });
}

function sample(name: string): string {
  if (/(?:DATABASE|DIRECTORY)_URL$/.test(name))
    return 'postgres://role:password@db.example.com/cairn?sslmode=verify-full';
  if (name === 'CELL_KEY') return Buffer.alloc(32, 1).toString('base64url');
  if (name === 'SMTP_URL') return 'smtp://user:password@smtp.example.com:587';
  return '0123456789abcdef0123456789abcdef0123456789abcdef';
}

function isRendered(set: readonly string[]): boolean {
  try {
    render(set);
    return true;
  } catch {
    return false;
  }
}

/** Custom resources of operators are left out, because a bare API server lacks their definitions. */
function dryRun(resources: readonly Resource[]): void {
  const items = resources.filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.'));
  apply({ apiVersion: 'v1', kind: 'List', items }, DRY_RUN);
}

function apply(resource: object, options: readonly string[]): void {
  const file = join(output, 'applied.json');
  writeFileSync(file, JSON.stringify(resource));
  const config = own ? ['--kubeconfig', own.kubeconfig] : [];
  execFileSync('kubectl', [...config, 'apply', ...options, '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
}

function isApplied(resource: object): boolean {
  try {
    apply(resource, DRY_RUN);
    return true;
  } catch (error) {
    if (/violates PodSecurity/.test(String((error as { stderr?: string }).stderr))) return false;
    throw error;
  }
}
