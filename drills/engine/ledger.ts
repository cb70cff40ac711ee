// A record on disk that survives every process of the drill: one line per attempt, and one file per effect, which
// counts only for the first process that creates it.

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Attempt {
  id: string;
  what: string;
  at: number;
}

export class Ledger {
  readonly #attempts: string;
  readonly #effects: string;

  constructor(folder: string) {
    this.#attempts = join(folder, 'attempts');
    this.#effects = join(folder, 'effects');
    mkdirSync(this.#effects, { recursive: true });
  }

  note(id: string, what: string): void {
    appendFileSync(this.#attempts, `${JSON.stringify({ id, what, at: Date.now() })}\n`);
  }

  recordOnce(id: string): void {
    try {
      writeFileSync(join(this.#effects, id), '', { flag: 'wx' });
      this.note(id, 'effect');
    } catch (error) {
      if (!existsSync(join(this.#effects, id))) throw error;
    }
  }

  attempts(): Attempt[] {
    if (!existsSync(this.#attempts)) return [];
    const lines = readFileSync(this.#attempts, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line): Attempt => JSON.parse(line));
  }

  effectsOf(id: string): number {
    return this.attempts().filter((attempt) => attempt.id === id && attempt.what === 'effect')
      .length;
  }
}
