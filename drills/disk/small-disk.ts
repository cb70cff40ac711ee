/** A disk that can be filled: a tmpfs of fixed size. Needs root. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  rmdirSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-small-disk-'));
  readonly #filler = join(this.folder, 'filler');

  constructor(megabytes: number) {
    const options = `size=${megabytes}m,mode=0755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'cairn-drill', this.folder]);
    process.once('exit', () => this.remove());
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Fills the disk completely. Called repeatedly while it should stay full, because other processes delete files. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (const size of [1 << 20, 4096, 1]) writeUntilFull(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    if (!existsSync(this.folder)) return;
    execFileSync('umount', ['-l', this.folder]);
    rmdirSync(this.folder);
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
