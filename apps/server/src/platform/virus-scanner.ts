/** clamd's INSTREAM: chunks with a length in front, an empty one at the end, a line back. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Config } from './config.ts';

export type Verdict = { clean: true } | { clean: false; found: string };

export async function scan(
  clamd: Config['clamd'],
  content: AsyncIterable<Buffer>,
  seen: (chunk: Buffer) => void,
): Promise<Verdict> {
  const socket = connect(clamd);
  const answer = collect(socket);
  // Rejections are read where `answer` is awaited; a broken pipe meanwhile must not crash.
  answer.catch(() => {});
  try {
    await once(socket, 'connect');
    socket.write('zINSTREAM\0');
    for await (const chunk of content) {
      seen(chunk);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answer]);
    }
    socket.write(Buffer.alloc(4));
    return verdict(await answer);
  } finally {
    socket.destroy();
  }
}

function collect(socket: AsyncIterable<Buffer>): Promise<string> {
  return (async () => {
    let text = '';
    for await (const chunk of socket) {
      text += chunk.toString('utf8');
      if (text.endsWith('\0')) break;
    }
    return text.replace(/\0$/, '').trim();
  })();
}

function verdict(answer: string): Verdict {
  if (answer === 'stream: OK') return { clean: true };
  const found = /^stream: (.+) FOUND$/.exec(answer);
  if (found) return { clean: false, found: found[1]! };
  throw new Error(`clamd answered: ${answer || 'nothing'}`);
}
