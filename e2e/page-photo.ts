/** Photos of paper, made on the spot. */
import { execFileSync } from 'node:child_process';

/** A sheet on a dark table, photographed at an angle; `soft` is out of focus. */
function photo(text: string, soft = false): Buffer {
  // Words as bars: fonts differ from machine to machine.
  const bars = Array.from({ length: 120 }, (_, i) => {
    const [x, y] = [220 + (i % 6) * 80, 280 + Math.floor(i / 6) * 30];
    return `rectangle ${x},${y} ${x + 30 + ((i * 7 + text.length * 5) % 40)},${y + 10}`;
  });
  return execFileSync('gm', [
    ...['convert', '-size', '900x1200', 'xc:#3b2f26', '-fill', '#f4f2ec'],
    ...['-draw', 'polygon 120,130 790,150 830,1080 80,1100'],
    ...['-fill', 'black', ...bars.flatMap((bar) => ['-draw', bar])],
    ...(soft ? ['-blur', '0x5'] : []),
    'jpg:-',
  ]);
}

export const pagePhoto = (text: string, soft = false) => ({
  name: `${text}.jpg`,
  mimeType: 'image/jpeg',
  buffer: photo(text, soft),
});
