/**
 * Prints the bill of materials (CycloneDX) of the npm packages that ship, from package-lock.json alone. npm's own
 * `--omit dev` also leaves out every package that is shared with a development dependency, such as pg, kysely and
 * zod.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

interface Bill {
  components: { purl: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface Lock {
  packages: Record<string, { version?: string; name?: string; dev?: boolean; link?: boolean }>;
}

const npmArguments = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const printed = execFileSync('npm', npmArguments, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const bill = JSON.parse(printed) as Bill;
const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as Lock;
const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(
      ([path, { name, version }]) =>
        `pkg:npm/${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
    ),
);

bill.components = bill.components.filter(({ purl }) => shipped.has(decodeURIComponent(purl)));
const refs = new Set(bill.components.map((component) => component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
