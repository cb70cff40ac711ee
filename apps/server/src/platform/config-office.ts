/** Variables of the office server in which lenders edit documents; the others are in config-variables.ts. */
import { httpUrl, requireHttps, withoutFinalSlash } from './config-values.ts';

const ofWeb = { roles: ['web'], secret: false } as const;

const address = httpUrl.transform(withoutFinalSlash);

export const OFFICE_VARIABLES = {
  OFFICE_EDITOR_URL: {
    ...ofWeb,
    schema: address.optional(),
    about:
      'An [office server](office-editing.md) that speaks WOPI, such as Collabora Online, in which lenders edit office documents. Its origin must not be that of `PUBLIC_URL`. Unset: office documents are shown as PDF and edited as a copy.',
    shown: 'none',
    inProduction: requireHttps,
  },
  OFFICE_HOST_URL: {
    ...ofWeb,
    schema: address.optional(),
    about:
      'Where the office server reaches Cairn. Required with `CELL`: the web processes of this cell, not the router.',
    shown: '`PUBLIC_URL`',
    inProduction: requireHttps,
  },
} as const;

interface Values {
  readonly PUBLIC_URL?: string | undefined;
  readonly OFFICE_EDITOR_URL?: string | undefined;
  readonly OFFICE_HOST_URL?: string | undefined;
  readonly CELL?: string | undefined;
}

export function officeProblems({
  PUBLIC_URL: own,
  OFFICE_EDITOR_URL: editor,
  OFFICE_HOST_URL: host,
  CELL: cell,
}: Values): ['OFFICE_EDITOR_URL' | 'OFFICE_HOST_URL', string][] {
  if (editor === undefined) return [];
  // At our own origin, the frame's sandbox could not keep the office server away from our pages.
  const isOwn = own !== undefined && new URL(editor).origin === new URL(own).origin;
  return [
    ...(isOwn ? [['OFFICE_EDITOR_URL', 'must not have the origin of PUBLIC_URL'] as const] : []),
    // PUBLIC_URL is shared by all cells, and requests of the office server have no cookie that names a cell.
    ...(cell !== undefined && host === undefined
      ? [['OFFICE_HOST_URL', 'is not set, and OFFICE_EDITOR_URL and CELL are'] as const]
      : []),
  ].map(([name, problem]) => [name, problem]);
}

export interface OfficeServer {
  readonly url: string;
  /** The address at which the office server reaches Cairn. */
  readonly hostUrl: string;
}

/** Undefined: documents cannot be edited in the browser. */
export const officeOf = ({
  PUBLIC_URL,
  OFFICE_EDITOR_URL: url,
  OFFICE_HOST_URL,
}: Values & { readonly PUBLIC_URL: string }): OfficeServer | undefined =>
  url === undefined
    ? undefined
    : { url, hostUrl: OFFICE_HOST_URL ?? withoutFinalSlash(PUBLIC_URL) };
