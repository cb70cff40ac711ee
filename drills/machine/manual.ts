/** The commands of docs/operations/one-machine.md, as an operator types them. */
import { readFileSync } from 'node:fs';

export class Manual {
  readonly #commands: string[];

  /** Everything that the sections show as code. */
  constructor(file: string, sections: readonly string[]) {
    const parts = readFileSync(file, 'utf8').split(/^## /m);
    const chosen = parts.filter((part) => sections.includes(part.split('\n')[0]!));
    this.#commands = chosen.flatMap((part) =>
      [...part.matchAll(/^ {4,}(\S.*)$/gm)].map(([, command]) => command!),
    );
  }

  /** Each can be taken once, by words that it contains. */
  take(words: string): string {
    const index = this.#commands.findIndex((command) => command.includes(words));
    if (index < 0) throw new Error(`the manual does not say how: ${words}`);
    return this.#commands.splice(index, 1)[0]!;
  }

  get left(): readonly string[] {
    return this.#commands;
  }
}
