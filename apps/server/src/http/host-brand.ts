/**
 * The brand of a host name: a company's own subdomain has the company's name as the title of its pages, and the sign-in page
 * shows name and logo. No answer about data and no right depends on the host.
 */
import type { WebConfig as Config } from '../platform/config.ts';
import { anonymous, type Db } from '../platform/db/db.ts';
import { companyNameAt } from '../modules/companies/index.ts';

/** Companies are reached at a subdomain of ours: northgate.cairn.example. A trusted proxy may say it in X-Forwarded-Host. */
export function subdomainOf(
  { host }: { readonly host: string },
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string | undefined {
  const [word, ...rest] = host.toLowerCase().split('.');
  return rest.join('.') === publicUrl.host ? word : undefined;
}

interface Deps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly db: Pick<Db, 'reads'>;
}

/** Undefined at any other host, and while the database does not answer: the page itself needs none. */
export async function titleAt(
  request: { readonly host: string },
  { config, db }: Deps,
): Promise<string | undefined> {
  const subdomain = subdomainOf(request, config);
  if (subdomain === undefined) return undefined;
  return companyNameAt(db.reads(anonymous), subdomain).catch(() => undefined);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const withTitle = (html: string, title: string): string =>
  html.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${title.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!)}</title>`,
  );
