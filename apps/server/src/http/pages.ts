/** The built browser application, where there is one: any address that is not a file is the page. */
import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const dist = resolve(import.meta.dirname, '../../../web/dist');

export async function servePages(
  app: FastifyInstance,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  const index = resolve(dist, 'index.html');
  const built = await access(index).then(
    () => true,
    () => false,
  );
  if (!built) return undefined;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content.
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = await readFile(index, 'utf8');
  return (reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
}
