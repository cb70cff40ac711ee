/** Creates a CycloneDX bill of materials of an image: its npm and Debian packages, with their licenses. */
import { execFileSync } from 'node:child_process';
import { readFrom, readJson, repository } from './engine.ts';

interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}
interface Bom {
  components: Component[];
  metadata: { component: Record<string, unknown> };
  dependencies?: unknown;
}

/** `name version` of each Debian package, sorted. */
export const debianPackages = (image: string): string[] =>
  readFrom(image, "dpkg-query -W -f '${Package} ${Version}\\n'").trim().split('\n').toSorted();

/** Paths of the npm packages that are actually in the image: web lacks some that the lock file lists. */
const npmPackages = (image: string): Set<string> =>
  new Set(
    readFrom(
      image,
      'find node_modules apps/server/node_modules -name package.json -path "*node_modules/*"',
    )
      .trim()
      .split('\n')
      .map((path) => path.replace(/\/package\.json$/, '')),
  );

export function billOfMaterials(image: string, version: string): Bom {
  const printed = execFileSync(
    'npm',
    // Not --omit dev, which also leaves out dependencies shared with development. The image's files determine what
    // ships.
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  );
  const bom = JSON.parse(printed) as Bom;
  const present = installedIn(npmPackages(image));
  const debian = debianPackages(image).map((line): Component => {
    const [name = '', packageVersion = ''] = line.split(' ');
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(packageVersion)}?distro=trixie`;
    return { type: 'library', name, version: packageVersion, purl };
  });
  bom.components = [
    ...bom.components.filter(({ purl }) => present.has(decodeURIComponent(purl))),
    ...debian,
  ];
  bom.metadata.component = { type: 'container', name: image.replace(/^localhost\//, ''), version };
  // The dependency graph covers only npm packages, and includes some that are not in the image.
  delete bom.dependencies;
  return bom;
}

function installedIn(paths: ReadonlySet<string>): Set<string> {
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, { version?: string; name?: string }>;
  };
  return new Set(
    Object.entries(packages)
      .filter(([path]) => paths.has(path))
      .map(
        ([path, { name, version }]) =>
          `pkg:npm/${name ?? path.replace(/^.*node_modules\//, '')}@${version}`,
      ),
  );
}

/** Number of components by license; licenses of Debian packages are in /usr/share/doc of the image. */
export function licensesOf({ components }: Bom): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { purl, licenses } of components) {
    if (purl.startsWith('pkg:deb/')) continue;
    const [first] = licenses ?? [];
    const license =
      first?.license?.id ?? first?.license?.name ?? first?.expression ?? 'see its repository';
    counts[license] = (counts[license] ?? 0) + 1;
  }
  return counts;
}

/** The concatenated license texts of the npm packages. */
export const licenseTexts = (image: string): string =>
  readFrom(
    image,
    'find node_modules apps/server/node_modules -maxdepth 4 -type f \\( -iname "license*" -o -iname "licence*" -o -iname "notice*" \\) ' +
      '! -name "*.js" | sort | while read -r file; do printf "\\n==== %s\\n\\n" "$file"; cat "$file"; done',
  );
