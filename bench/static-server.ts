/** The minimal Node HTTP server, in a separate process: it always sends the same body. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaticReply {
  readonly contentType: string;
  readonly body: string;
}

process.once('message', ({ contentType, body }: StaticReply) => {
  const bytes = Buffer.from(body);
  const headers = { 'content-type': contentType, 'content-length': String(bytes.length) };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
