/** A PDF that needs a password to open. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `attached` is a file embedded in it. */
export function lockedPdf(plain: Buffer, password: string, attached?: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-locked-'));
  const path = (name: string): string => join(folder, name);
  try {
    writeFileSync(path('plain.pdf'), plain);
    writeFileSync(path('attached.txt'), attached ?? '');
    const attach = attached === undefined ? [] : ['--add-attachment', path('attached.txt'), '--'];
    execFileSync('qpdf', [
      ...[path('plain.pdf'), ...attach],
      ...['--encrypt', password, 'owner', '256', '--', path('locked.pdf')],
    ]);
    return readFileSync(path('locked.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
