/**
 * The brand of a host name: a company's own subdomain has the company's name as the title of its pages, and the sign-in page
 * shows name and logo. No answer about data and no right depends on the host.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { SUBDOMAIN } from '@cairn/contract';
import type { WebConfig as Config } from '../platform/config.ts';

/**
 * The company's subdomain in a host name like northgate.cairn.example. A trusted proxy may report the host in
 * X-Forwarded-Host.
 */
export function subdomainOf(
  { host }: { readonly host: string },
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string | undefined {
  const [word, ...rest] = host.toLowerCase().split('.');
  return rest.join('.') === publicUrl.host ? word : undefined;
}

interface Deps {
  readonly config: Pick<Config, 'publicUrl'>;
  /** The name of the company with this subdomain. */
  readonly findName: (subdomain: string) => Promise<string | undefined>;
}

const TITLE_WAIT_MS = 1000;
const KEPT_MS = 60_000;
const KEPT_MAX = 1000;
const LOOKUPS_MAX = 4;

interface KeptTitle {
  until: number;
  title?: Promise<string | undefined>;
}

/**
 * The page title for a host. Undefined for any other host, and if the database does not answer quickly, because the
 * page works without. Anyone can request pages of any subdomain, so titles (and the absence of one) are cached for a
 * minute, and a process makes only a few lookups at a time.
 */
export function titlesOf({ config, findName }: Deps) {
  const titles = new Map<string, KeptTitle>();
  let lookups = 0;

  const look = async (subdomain: string, entry: KeptTitle): Promise<string | undefined> => {
    lookups += 1;
    try {
      const title = await findName(subdomain);
      entry.until = Date.now() + KEPT_MS;
      return title;
    } catch {
      entry.until = 0;
      return undefined;
    } finally {
      lookups -= 1;
    }
  };

  return async (request: { readonly host: string }): Promise<string | undefined> => {
    const subdomain = subdomainOf(request, config);
    if (subdomain === undefined || !SUBDOMAIN.test(subdomain)) return undefined;
    let entry = titles.get(subdomain);
    if (!entry || entry.until <= Date.now()) {
      if (lookups >= LOOKUPS_MAX) return undefined;
      titles.delete(subdomain);
      const [oldest] = titles.keys();
      if (oldest !== undefined && titles.size >= KEPT_MAX) titles.delete(oldest);
      entry = { until: Infinity };
      entry.title = look(subdomain, entry);
      titles.set(subdomain, entry);
    }
    return Promise.race([entry.title, wait(TITLE_WAIT_MS, undefined, { ref: false })]);
  };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const withTitle = (html: string, title: string): string =>
  html.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${title.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!)}</title>`,
  );
