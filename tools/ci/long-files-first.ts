/** Orders test files so that long ones start early: otherwise one process would run minutes longer than the others. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = resolve(import.meta.dirname, '../..');

/** Seconds of the unit tests that take more than five. Vitest starts large files first, and these are small. */
const SECONDS = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'long-test-seconds.json'), 'utf8'),
) as Readonly<Record<string, number>>;

export const longFiles = Object.keys(SECONDS);

const secondsOf = (file: string): number => SECONDS[relative(root, file)] ?? 0;

/**
 * Sorts within each project, because the files of a project that shares its modules between files must stay together.
 */
export const longFirst = <File extends { moduleId: string; project: { name: string } }>(
  files: readonly File[],
): File[] => {
  const projects = Map.groupBy(files, ({ project }) => project.name);
  return [...projects.values()].flatMap((ofProject) =>
    ofProject.toSorted((a, b) => secondsOf(b.moduleId) - secondsOf(a.moduleId)),
  );
};

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- `sort` is the sequencer's method, not Array's
    return longFirst(await super.sort(files));
  }
}
