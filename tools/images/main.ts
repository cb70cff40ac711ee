/**
 * `npm run images`: builds both images, prints their properties, and starts them. docs/operations/images.md explains
 * it.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BASE, buildBase, makeBase } from './base.ts';
import { makeContext } from './context.ts';
import { archive, installMissing, build, imageBytes, readJson, repository } from './engine.ts';
import { billOfMaterials, debianPackages, licensesOf, licenseTexts } from './sbom.ts';
import { convertInside, startImages } from './start.ts';
import { addTemporal, compileTemporal } from './temporal.ts';

const { values } = parseArgs({
  options: {
    'renew-base': { type: 'boolean' },
    'accept-packages': { type: 'boolean' },
    'no-start': { type: 'boolean' },
    archive: { type: 'boolean' },
    services: { type: 'boolean' },
    offline: { type: 'boolean' },
  },
});

const output = join(repository, '.cache/images');
mkdirSync(output, { recursive: true });
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

await installMissing('buildah', 'podman', 'crun', 'debootstrap');

const { version: release } = readJson('package.json') as { version: string };
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: repository,
  encoding: 'utf8',
}).trim();
const version = `${release}+${commit}`;
const images = { web: 'localhost/cairn-web:latest', worker: 'localhost/cairn-worker:latest' };

const began = performance.now();
makeBase(values['renew-base'] ?? false);
buildBase();
const context = makeContext();
for (const [target, image] of Object.entries(images)) {
  build([
    ...certificates(),
    ...['--build-arg', `BASE=${BASE}`, '--build-arg', `VERSION=${version}`],
    ...['--target', target, '-t', image, '-f', join(repository, 'deploy/Containerfile'), context],
  ]);
}
/** Services of deploy/compose.yaml. Those of the second group also have images in registries. */
const services = [
  ...(values.services ? ['store', 'clamav'] : []),
  ...(values.offline ? ['caddy', 'postgres', 'temporal'] : []),
];
if (values.offline) {
  await compileTemporal();
  addTemporal(join(context, 'parts/temporal'));
}
for (const target of services) {
  const image = `localhost/cairn-${target}:latest`;
  const recipe = join(repository, 'deploy/image/Containerfile.services');
  build(['--build-arg', `BASE=${BASE}`, '--target', target, '-t', image, '-f', recipe, context]);
  console.log(`${target}: ${megabytes(imageBytes(image))}`);
}
console.log(`built in ${((performance.now() - began) / 1000).toFixed(0)} s`);

for (const [role, image] of Object.entries(images)) {
  comparePackages(role, debianPackages(image));
  const bom = billOfMaterials(image, version);
  writeFileSync(join(output, `${role}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
  writeFileSync(join(output, `${role}-licenses.txt`), licenseTexts(image));
  const licenses = Object.entries(licensesOf(bom)).map(([name, count]) => `${name} ${count}`);
  console.log(
    `${role}: ${megabytes(imageBytes(image))}, ${bom.components.length} components (npm: ${licenses.join(', ')})`,
  );
  if (values.archive) {
    const file = join(output, `${role}.oci.tar`);
    archive(image, file);
    console.log(`${role}: ${megabytes(readFileSync(file).length)} compressed, in ${file}`);
  }
}

if (!values['no-start']) {
  for (const { role, seconds, user, stopSeconds } of await startImages(images)) {
    console.log(
      `${role}: ready after ${seconds.toFixed(1)} s as user ${user}, read-only; stopped in ${stopSeconds.toFixed(1)} s`,
    );
  }
  console.log(`worker: a document is ${convertInside(images.worker)} in the sandbox`);
}

/** Debian packages of an image are pinned: a build that got other versions fails until they are accepted. */
function comparePackages(role: string, packages: readonly string[]): void {
  const file = join(repository, `deploy/image/packages-${role}.txt`);
  if (values['accept-packages']) writeFileSync(file, `${packages.join('\n')}\n`);
  const pinned = new Set(readFileSync(file, 'utf8').trim().split('\n'));
  const added = packages.filter((line) => !pinned.has(line));
  const removed = [...pinned].filter((line) => !packages.includes(line));
  if (added.length + removed.length === 0) return;
  for (const line of removed) console.error(`- ${line}`);
  for (const line of added) console.error(`+ ${line}`);
  throw new Error(
    `${role}: other Debian packages than in ${file}; check them, then --accept-packages`,
  );
}

/** If a proxy intercepts TLS, its certificate is mounted for the build only and is not in the image. */
function certificates(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  return file
    ? ['-v', `${file}:/run/extra-ca.crt:ro`, '--build-arg', 'NODE_EXTRA_CA_CERTS=/run/extra-ca.crt']
    : [];
}
