/** Reads deploy/compose.yaml like a container engine: merged, and with the settings of deploy/.env filled in. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image?: string;
  readonly environment?: Record<string, string>;
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly logging?: { readonly options: Record<string, string> };
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly depends_on?: string[] | Record<string, unknown>;
}
export interface ComposeFile {
  readonly services: Record<string, ComposeService>;
  readonly volumes: Record<string, unknown>;
}

/** Matches `${NAME}`, `${NAME:?}` (must be set) and `${NAME:-default}`. */
const VARIABLE = /\$\{(\w+)(?::([?-])([^}]*))?\}/g;
const file = resolve(import.meta.dirname, '../../deploy/compose.yaml');

export function readCompose(settings: Readonly<Record<string, string>>): ComposeFile {
  const parsed = parse(readFileSync(file, 'utf8'), { merge: true }) as unknown;
  return fillIn(parsed, settings) as ComposeFile;
}

/**
 * Fills in values after the file is parsed, like container engines, so that a value that looks like a number stays
 * text.
 */
function fillIn(value: unknown, settings: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((item) => fillIn(item, settings));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => [key, fillIn(item, settings)]);
    return Object.fromEntries(entries) as unknown;
  }
  if (typeof value !== 'string') return value;
  return value.replaceAll(VARIABLE, (_all, name: string, kind = '', fallback = '') => {
    const setting = settings[name];
    if (setting) return setting;
    if (kind === '?') throw new Error(`${name} is not set`);
    return fallback;
  });
}

/** Parses the lines of deploy/.env. */
export const readSettings = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
