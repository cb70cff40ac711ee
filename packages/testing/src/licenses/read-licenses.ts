/** Reads generated licenses as the browser does, and counts correct results by kind of damage. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseLicenseBarcode, type LicenseBarcode } from '@cairn/contract/aamva';
import { BARCODE_OPTIONS, readAtAngles, type Picture } from '@cairn/contract/barcode-picture';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { Random } from '../random.ts';
import { AAMVA_VERSIONS, makeLicense, type ExpectedLicense } from './make-license.ts';
import { drawBarcode, photograph, UNDAMAGED, type Damage } from './photograph.ts';

interface Kind {
  name: string;
  /** Whether a person could still distinguish the bars, and the whole barcode is in the picture. */
  isReadable: boolean;
  damage: (random: Random) => Partial<Damage>;
}

/**
 * Readability is defined before measuring: at least 2 pixels per module, blur up to 0.45 modules, the whole barcode.
 */
export const KINDS: readonly Kind[] = [
  { name: 'clean', isReadable: true, damage: () => ({}) },
  {
    name: 'turned up to 20°',
    isReadable: true,
    damage: (random) => ({ degrees: random.between(-20, 20), noise: 4 }),
  },
  {
    name: 'turned 20° to 45°',
    isReadable: true,
    damage: (random) => ({ degrees: sign(random) * random.between(20, 45), noise: 4 }),
  },
  {
    name: 'upside down or upright',
    isReadable: true,
    damage: (random) => ({ degrees: [90, 180, 270][random.below(3)]! + random.between(-5, 5) }),
  },
  {
    name: 'blurred',
    isReadable: true,
    damage: (random) => ({ blur: random.between(0.2, 0.45), noise: 4 }),
  },
  {
    name: 'blurred and turned',
    isReadable: true,
    damage: (random) => ({
      blur: random.between(0.2, 0.4),
      degrees: random.between(-15, 15),
      noise: 5,
    }),
  },
  {
    name: 'small, 2 to 2.5 pixels a module',
    isReadable: true,
    damage: (random) => ({
      modulePixels: random.between(2, 2.5),
      blur: random.between(0, 0.3),
      degrees: random.between(-6, 6),
      noise: 3,
    }),
  },
  {
    name: 'from the side',
    isReadable: true,
    damage: (random) => ({
      perspective: sign(random) * random.between(0.03, 0.08),
      degrees: random.between(-8, 8),
    }),
  },
  {
    name: 'dim and noisy',
    isReadable: true,
    damage: (random) => ({ contrast: random.between(70, 120), noise: random.between(6, 14) }),
  },
  {
    name: 'margin cropped',
    isReadable: true,
    damage: (random) => ({ cropped: -random.between(0.005, 0.02), degrees: random.between(-2, 2) }),
  },
  {
    name: 'glare over a tenth',
    isReadable: true,
    damage: (random) => ({ glare: random.between(0.03, 0.1), degrees: random.between(-5, 5) }),
  },
  {
    name: 'code cropped',
    isReadable: false,
    damage: (random) => ({ cropped: random.between(0.25, 0.5) }),
  },
  {
    name: 'out of focus',
    isReadable: false,
    damage: (random) => ({ blur: random.between(0.9, 1.4), noise: 6 }),
  },
  {
    name: 'too far away',
    isReadable: false,
    damage: (random) => ({ modulePixels: random.between(0.6, 1), noise: 4 }),
  },
];

const sign = (random: Random): number => (random.chance(0.5) ? 1 : -1);

export interface Tally {
  isReadable: boolean;
  pictures: number;
  right: number;
  /** Number of pictures that were read with a wrong result, which is worse than not reading them. */
  wrong: number;
  milliseconds: number;
}

/** Cycles through all kinds and versions. The same seed gives the same pictures. */
export async function readLicenses(count: number, seed = 1): Promise<Map<string, Tally>> {
  prepareReader();
  const tallies = new Map<string, Tally>();
  for (let index = 0; index < count; index += 1) {
    const random = new Random(seed * 1_000_003 + index);
    const kind = KINDS[index % KINDS.length]!;
    const version = AAMVA_VERSIONS[Math.floor(index / KINDS.length) % AAMVA_VERSIONS.length]!;
    const { text, expected } = makeLicense(random, version);
    const damage = { ...UNDAMAGED, ...kind.damage(random) };
    const picture = photograph(drawBarcode(text, random), damage, random);
    const tally = tallies.get(kind.name) ?? {
      isReadable: kind.isReadable,
      pictures: 0,
      right: 0,
      wrong: 0,
      milliseconds: 0,
    };
    const start = performance.now();
    const read = await readAtAngles(picture, readPicture, parseLicenseBarcode);
    tally.milliseconds += performance.now() - start;
    tally.pictures += 1;
    if (read !== undefined) tally[isRight(read, expected) ? 'right' : 'wrong'] += 1;
    tallies.set(kind.name, tally);
  }
  return tallies;
}

function isRight(read: LicenseBarcode, expected: ExpectedLicense): boolean {
  const { elements: _elements, issuer: _issuer, ...fields } = read;
  return JSON.stringify(sortFields(fields)) === JSON.stringify(sortFields(expected));
}
const sortFields = (fields: object): [string, unknown][] =>
  Object.entries(fields).toSorted(([one], [other]) => one.localeCompare(other));

let isPrepared = false;
function prepareReader(): void {
  if (isPrepared) return;
  isPrepared = true;
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(file)).buffer } });
}

async function readPicture(picture: Picture): Promise<string | undefined> {
  const barcodes = await readBarcodes({ ...picture, colorSpace: 'srgb' }, BARCODE_OPTIONS);
  return barcodes.find(({ isValid }) => isValid)?.text;
}
