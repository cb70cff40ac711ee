/** The commands of a page of docs/operations, in the form in which an operator types them. */
import { readFileSync } from 'node:fs';

export class Manual {
  readonly #commands: string[];
  readonly #all: readonly string[];
  readonly #blocks: readonly string[];

  /** Reads all code blocks of the sections. */
  constructor(file: string, sections: readonly string[]) {
    const parts = readFileSync(file, 'utf8').split(/^## /m);
    const chosenParts = parts.filter((part) => sections.includes(part.split('\n')[0]!));
    this.#commands = chosenParts.flatMap((part) =>
      [...part.matchAll(/^ {4,}(\S.*)$/gm)].map(([, command]) => command!),
    );
    this.#all = [...this.#commands];
    this.#blocks = chosenParts.flatMap((part) =>
      [...part.matchAll(/(?:^ {4,}\S.*\n)+/gm)].map(([block]) => block.replaceAll(/^ +/gm, '')),
    );
  }

  /** Returns the command that contains these words; each can be taken once. */
  take(words: string): string {
    const index = this.#commands.findIndex((command) => command.includes(words));
    if (index < 0) throw new Error(`the manual does not say how: ${words}`);
    return this.#commands.splice(index, 1)[0]!;
  }

  /** Returns the file content that contains these words. */
  text(words: string): string {
    const shownBlock = this.#blocks.find((block) => block.includes(words));
    if (!shownBlock) throw new Error(`the manual does not show: ${words}`);
    return shownBlock;
  }

  /** All commands, including taken ones, for a section that is run twice. */
  get all(): readonly string[] {
    return this.#all;
  }

  get left(): readonly string[] {
    return this.#commands;
  }
}
