/**
 * The programs that check the chart. Missing ones are installed once and kept in the cache: helm is compiled from its
 * Go module, like Temporal's server, and kubernetes-validate, which contains the Kubernetes schemas, comes from PyPI
 * (decision 0270).
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { aptInstall, compileGo, find } from '../services/install.ts';
import { run } from '../services/process.ts';

const HELM_VERSION = '3.22.0';
/** Must be the same version as in requirements.txt. */
const VALIDATOR_VERSION = '1.37.0';

export const cache = process.env['CAIRN_CACHE'] ?? join(homedir(), '.cache/cairn');
const requirements = resolve(import.meta.dirname, 'requirements.txt');

export async function findHelm(): Promise<string> {
  const folder = join(cache, `helm-${HELM_VERSION}`);
  const found = find('helm') ?? find(join(folder, 'helm'));
  if (found !== undefined) return found;
  console.log('Compiling helm: about two and a half minutes on two cores');
  await compileGo(`helm.sh/helm/v3/cmd/helm@v${HELM_VERSION}`, folder);
  return join(folder, 'helm');
}

export async function findValidator(): Promise<string> {
  const folder = join(cache, `kubernetes-validate-${VALIDATOR_VERSION}`);
  const program = join(folder, 'bin/kubernetes-validate');
  const found = find('kubernetes-validate') ?? find(program);
  if (found !== undefined) return found;
  console.log(`Installing kubernetes-validate ${VALIDATOR_VERSION}`);
  const create = () => run('python3', ['-m', 'venv', '--clear', folder]);
  // Debian's python3 lacks the pip that a virtual environment needs.
  await create().catch(async () => {
    await aptInstall(['python3-venv']);
    await create();
  });
  const pip = ['install', '--quiet', '--disable-pip-version-check', '--requirement', requirements];
  await run(join(folder, 'bin/pip'), pip, { env: process.env });
  return program;
}
