/** Pages that keep an event stream open and do nothing else. */
import { Agent, request, type IncomingMessage } from 'node:http';
import { API_BASE_PATH, contract } from '@cairn/contract';

export interface StreamState {
  readonly open: number;
  /** Streams answered with something other than a stream. */
  readonly refused: number;
  /** Streams that ended before the test closed them. */
  readonly cut: number;
  readonly events: number;
}

export interface Streams {
  state(): StreamState;
  close(): void;
}

/** Opens one stream for each session. Resolves when all were answered. */
export async function openStreams(origin: string, tokens: readonly string[]): Promise<Streams> {
  const agent = new Agent({ keepAlive: false });
  const state = { open: 0, refused: 0, cut: 0, events: 0 };
  const answers: IncomingMessage[] = [];
  let isClosing = false;
  const open = (token: string): Promise<void> =>
    new Promise((resolve) => {
      const call = request(
        `${origin}${API_BASE_PATH}${contract.streamEvents.path}`,
        { agent, headers: { cookie: `cairn-session=${token}`, accept: 'text/event-stream' } },
        (answer) => {
          if (answer.statusCode !== 200) state.refused += 1;
          else {
            state.open += 1;
            answers.push(answer);
            listen(answer);
          }
          resolve();
        },
      );
      call.on('error', () => {
        if (!isClosing) state.refused += 1;
        resolve();
      });
      call.end();
    });
  const listen = (answer: IncomingMessage): void => {
    let rest = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      const messages = (rest + text).split('\n\n');
      rest = messages.pop()!;
      state.events += messages.filter((message) => /^data:/m.test(message)).length;
    });
    answer.on('error', () => {});
    answer.on('close', () => {
      if (isClosing) return;
      state.open -= 1;
      state.cut += 1;
    });
  };
  for (const token of tokens) await open(token);
  return {
    state: () => ({ ...state }),
    close() {
      isClosing = true;
      for (const answer of answers) answer.destroy();
      agent.destroy();
    },
  };
}
