import { UPLOAD_MAX_BYTES, type ErrorCode } from '@cairn/contract';

/** Programs and scripts that a mail client would also refuse. The content is checked by the scan. */
const PROGRAMS = new Set(
  'exe com bat cmd msi msp scr pif cpl dll sys jar js jse vbs vbe wsf wsh ps1 psm1 hta lnk reg sh'.split(
    ' ',
  ),
);

export function refusedBecause(name: string, size: number): ErrorCode | undefined {
  if (size <= 0) return 'FILE_TOO_SMALL';
  if (size > UPLOAD_MAX_BYTES) return 'FILE_TOO_LARGE';
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  if (PROGRAMS.has(extension)) return 'FILE_INVALID_TYPE';
  return undefined;
}
