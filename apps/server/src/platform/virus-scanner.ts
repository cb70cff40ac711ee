/**
 * The client of clamd's INSTREAM command: length-prefixed chunks, an empty one at the end, then one line as the
 * answer.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Clamd = { readonly host: string; readonly port: number } | { readonly path: string };

export type Verdict =
  | { readonly clean: true }
  /** `VIRUS`, or the reason why clamd could not scan the whole file. */
  | {
      readonly clean: false;
      readonly signature: string;
      readonly reason: 'VIRUS' | 'ENCRYPTED' | 'TOO_COMPLEX';
    };

const CONNECT_MS = 5000;
/** Timeout between two chunks; clamd scans only after the last one. */
const STALL_MS = 30_000;
/** Timeout from the last byte to the verdict; clamd's own MaxScanTime is two minutes. */
const VERDICT_MS = 180_000;

export async function scan(
  clamd: Clamd,
  content: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): Promise<Verdict> {
  const socket = await open(clamd);
  const answer = collect(socket);
  // Rejections are handled where `answer` is awaited; until then a broken pipe must not crash the process.
  answer.catch(() => {});
  try {
    socket.write('zINSTREAM\0');
    for await (const chunk of content) {
      onChunk(chunk);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      socket.write(length);
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answer]);
    }
    socket.setTimeout(VERDICT_MS);
    socket.write(Buffer.alloc(4));
    return verdict(await answer);
  } finally {
    socket.destroy();
  }
}

/** The date and version of the virus signatures, from clamd's VERSION command. */
export async function signatureVersion(
  clamd: Clamd,
): Promise<{ version: string; signaturesFrom: Date | undefined }> {
  const socket = await open(clamd);
  try {
    const answer = collect(socket);
    socket.write('zVERSION\0');
    // ClamAV 1.4.3/27500/Sun Nov 15 08:30:00 2026; without official signatures the last two parts are missing.
    const [version = '', , builtAt] = (await answer).split('/');
    return { version, signaturesFrom: builtAt ? new Date(`${builtAt} UTC`) : undefined };
  } finally {
    socket.destroy();
  }
}

async function open(clamd: Clamd): Promise<Socket> {
  const socket = connect(clamd);
  const where = 'path' in clamd ? clamd.path : `${clamd.host}:${clamd.port}`;
  socket.setTimeout(CONNECT_MS, () =>
    socket.destroy(new Error(`clamd at ${where} did not answer in time`)),
  );
  await once(socket, 'connect');
  socket.setTimeout(STALL_MS);
  return socket;
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

/** With AlertExceedsMax and AlertEncrypted, clamd reports that it could not scan everything. */
function verdict(answer: string): Verdict {
  if (answer === 'stream: OK') return { clean: true };
  if (answer.startsWith('INSTREAM size limit exceeded')) {
    return { clean: false, signature: answer, reason: 'TOO_COMPLEX' };
  }
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (signature === undefined) throw new Error(`clamd answered: ${answer || 'nothing'}`);
  if (signature.startsWith('Heuristics.Limits.Exceeded')) {
    return { clean: false, signature, reason: 'TOO_COMPLEX' };
  }
  if (signature.startsWith('Heuristics.Encrypted'))
    return { clean: false, signature, reason: 'ENCRYPTED' };
  return { clean: false, signature, reason: 'VIRUS' };
}
