/** Serves the built web application, if there is one. Any address without a file is answered with the page. */
import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.ts';
import {
  contentSecurityPolicy,
  contentSecurityPolicyOf,
  permissionsPolicyOf,
} from './content-security-policy.ts';
import { withTitle } from './host-brand.ts';
import { findPreloads } from './preloads.ts';
import { withErrorReports, withOfficeEditor, withSupportEmail } from './support-email.ts';

const dist = resolve(import.meta.dirname, '../../../web/dist');
/** Vite writes this placeholder into the page (html.cspNonce in vite.config.ts). */
const NONCE_PLACEHOLDER = 'CSP_NONCE';

interface Options {
  readonly storeOrigin: string;
  /** The office server's origin, if there is one. */
  readonly officeOrigin: string | undefined;
  readonly sessionCookie: string;
  readonly supportEmail: string;
  /** Whether pages send their errors to the server, which relays them. */
  readonly reportsErrors: boolean;
  /** The page title for a company's own host; undefined elsewhere. */
  readonly titleAt: (request: FastifyRequest) => Promise<string | undefined>;
}

export async function serveStaticFiles(
  app: FastifyInstance,
  { storeOrigin, officeOrigin, sessionCookie, supportEmail, reportsErrors, titleAt }: Options,
): Promise<((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined> {
  const index = resolve(dist, 'index.html');
  const built = await access(index).then(
    () => true,
    () => false,
  );
  if (!built) return undefined;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    // The page itself is never served as a file, because each response has its own nonce.
    index: false,
    globIgnore: ['index.html*'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names below assets/ contain a hash of their content.
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      const policy = contentSecurityPolicyOf(path);
      if (policy !== undefined) reply.header('content-security-policy', policy);
    },
  });
  const html = withOfficeEditor(
    withErrorReports(withSupportEmail(await readFile(index, 'utf8'), supportEmail), reportsErrors),
    officeOrigin !== undefined,
  );
  const parts = html.split(NONCE_PLACEHOLDER);
  if (parts.length === 1) throw new Error(`${index} has no place for the nonce: build it again`);
  const preloadsFor = await findPreloads(dist);
  return async (request, reply) => {
    // A file of an older build: a page sent in its place would be parsed as a script.
    if (request.url.startsWith('/assets/')) throw new ApiError('NOT_FOUND');
    const nonce = randomBytes(16).toString('base64');
    const preloads = preloadsFor({
      url: request.url,
      hasSession: request.cookies[sessionCookie] !== undefined,
      userAgent: request.headers['user-agent'],
    });
    const title = await titleAt(request);
    const page = parts.join(nonce).replace('</head>', () => `${preloads}</head>`);
    return (
      reply
        .type('text/html; charset=utf-8')
        // Not cacheable: a nonce is for one response, and a title for one host. The page is about a kilobyte, and
        // everything it links to is cached forever.
        .header('cache-control', 'no-store')
        .header('content-security-policy', contentSecurityPolicy(storeOrigin, nonce, officeOrigin))
        .header('permissions-policy', permissionsPolicyOf(request.url))
        .send(title === undefined ? page : withTitle(page, title))
    );
  };
}
