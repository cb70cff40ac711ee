/**
 * Reads generated driver's licenses as the browser does and reports, by kind of damage, how many were right.
 *   npm run bench:license [-- --count 2000 --seed 1]
 * Fails below 95% of the readable ones, or if one was read wrong.
 */
import { parseArgs } from 'node:util';
import { readLicenses, type Tally } from '@cairn/testing/licenses/read-licenses';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});
const LEAST = 0.95;

const tallies = await readLicenses(Number(values.count), Number(values.seed));
const line = (name: string, { pictures, right, wrong, milliseconds }: Tally): void =>
  console.log(
    `${name.padEnd(34)}${`${right}/${pictures}`.padStart(10)}${`${wrong} wrong`.padStart(10)}` +
      `${Math.round(milliseconds / pictures)} ms`.padStart(9),
  );
const sum = (of: readonly Tally[]): Tally =>
  of.reduce((total, each) => ({
    isReadable: each.isReadable,
    pictures: total.pictures + each.pictures,
    right: total.right + each.right,
    wrong: total.wrong + each.wrong,
    milliseconds: total.milliseconds + each.milliseconds,
  }));
for (const [name, tally] of tallies) line(name, tally);
const readable = sum([...tallies.values()].filter((each) => each.isReadable));
line('readable', readable);
line('not readable', sum([...tallies.values()].filter((each) => !each.isReadable)));
const wrong = sum([...tallies.values()]).wrong;
if (readable.right / readable.pictures < LEAST || wrong > 0) process.exitCode = 1;
