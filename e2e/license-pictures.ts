/** Pictures of an invented driver's license. */
import { makeLicense } from '@cairn/testing/licenses/make-license';
import { drawBarcode, photograph, UNDAMAGED } from '@cairn/testing/licenses/photograph';
import { makePng } from '@cairn/testing/png';
import { Random } from '@cairn/testing/random';

const ELENA_SAYS = {
  DCS: 'MARSH',
  DAC: 'ELENA',
  DAD: 'ROSE',
  DCU: '',
  DDE: 'N',
  DBB: '03141984',
  DBA: '03142041',
  DAQ: 'D4471920',
  DAG: '418 ALDER ST',
  DAH: '',
  DAI: 'BEND',
  DAJ: 'OR',
  DAK: '977010000  ',
  DCG: 'USA',
};
type Elements = Partial<typeof ELENA_SAYS>;

function licenseText(over: Elements): string {
  let { text } = makeLicense(new Random(3), 9);
  for (const [id, value] of Object.entries({ ...ELENA_SAYS, ...over })) {
    text = text.replace(new RegExp(`(\\n|DL)${id}[^\\n]*`), `$1${id}${value}`);
  }
  return text;
}

function photo(text: string, degrees: number): Buffer {
  const random = new Random(11);
  const damage = { ...UNDAMAGED, degrees, noise: 4 };
  const { width, height, data } = photograph(drawBarcode(text, random), damage, random);
  return makePng(width, height, (x, y) => {
    const at = (y * width + x) * 4;
    return [data[at]!, data[at + 1]!, data[at + 2]!, 255];
  });
}

const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

/** A blue band, a face and lines of text: no barcode. */
export const frontPicture = () =>
  picture(
    'IMG_2040.png',
    makePng(856, 540, (x, y) => {
      if (y < 90) return [31, 78, 121, 255];
      if (Math.hypot(x - 170, (y - 280) * 0.8) < 90) return [214, 168, 137, 255];
      const isLine = x > 320 && x < 320 + 60 * ((y >> 5) % 7) && y % 32 < 12;
      return isLine ? [40, 44, 52, 255] : [224, 234, 232, 255];
    }),
  );

/** The back with its barcode, rotated by four degrees as if held by hand. */
export const backPicture = (over: Elements = {}) =>
  picture('IMG_2041.png', photo(licenseText(over), 4));

/** A barcode of the same type with other content, as on a parcel. */
export const parcelPicture = () =>
  picture('IMG_2042.png', photo('PARCEL 1Z 999 AA1 01 2345 6784 TO: PORTLAND OR 97201', 0));
