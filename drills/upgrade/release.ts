/** One release of the product in its own folder: its migrations, its processes, its tests. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REPOSITORY, servicesRoot } from '../../tools/services/profile.ts';

type Environment = Record<string, string>;

const START_PATIENCE_MS = 180_000;

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', REPOSITORY, ...args], { encoding: 'utf8' }).trim();

/** The newest version tag that is not this commit; without tags, a commit of some days ago. */
export function previousRelease(): string {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD~1', '--sort=-v:refname').split('\n');
  return tags[0] || 'HEAD~40';
}

export class Release {
  readonly folder: string;
  readonly commit: string;

  private constructor(folder: string, commit: string) {
    this.folder = folder;
    this.commit = commit;
  }

  static current(): Release {
    return new Release(REPOSITORY, git('rev-parse', '--short', 'HEAD'));
  }

  /** A work tree of that commit. Its packages are links to the ones installed here. */
  static checkOut(ref: string): Release {
    const commit = git('rev-parse', '--short', `${ref}^{commit}`);
    const parent = mkdtempSync(join(tmpdir(), 'cairn-release-'));
    // The services' users must be able to read it.
    chmodSync(parent, 0o755);
    const folder = join(parent, 'cairn');
    git('worktree', 'add', '--detach', folder, commit);
    for (const packages of globSync('{,apps/*/,packages/*/}node_modules', { cwd: REPOSITORY })) {
      execFileSync('cp', ['-al', join(REPOSITORY, packages), join(folder, packages)]);
    }
    symlinkSync(servicesRoot(), join(folder, '.services'));
    return new Release(folder, commit);
  }

  remove(): void {
    git('worktree', 'remove', '--force', this.folder);
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }

  migrations(): string[] {
    return globSync('*', { cwd: join(this.folder, 'db/migrations') }).toSorted();
  }

  run(args: string[], env: Environment): string {
    return execFileSync(process.execPath, args, {
      cwd: this.folder,
      env: { ...inherited(), ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Runs while there is traffic, unlike `run`. */
  async migrate(env: Environment): Promise<void> {
    const child = this.#spawn(['apps/server/src/cli.ts', 'migrate'], env, 'ignore');
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`cairn migrate ended with ${code}`);
  }

  async start(role: 'web' | 'worker', env: Environment, ready: string): Promise<ReleaseProcess> {
    const child = this.#spawn(['apps/server/src/main.ts', role], env, 'inherit');
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    const deadline = performance.now() + START_PATIENCE_MS;
    let problem = '';
    const isReady = async (): Promise<boolean> => {
      try {
        const answer = await fetch(ready);
        problem = await answer.text();
        return answer.ok;
      } catch (error) {
        problem = String(error);
        return false;
      }
    };
    while (!(await isReady())) {
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${role} of ${this.commit} did not start: ${problem}`);
      }
      await wait(100);
    }
    return {
      async stop() {
        const ended = once(child, 'exit') as Promise<[number | null]>;
        child.kill('SIGTERM');
        const [code] = await ended;
        process.off('exit', kill);
        return code;
      },
    };
  }

  #spawn(args: string[], env: Environment, stdout: 'ignore' | 'inherit'): ChildProcess {
    return spawn(process.execPath, args, {
      cwd: this.folder,
      env: { ...inherited(), ...env },
      stdio: ['ignore', stdout, 'inherit'],
    });
  }

  /** Runs its API tests on databases with the schema of `newer`. Resolves to whether they passed. */
  async passesTestsOn(newer: Release, files: readonly string[]): Promise<boolean> {
    const own = join(this.folder, 'db/migrations');
    rmSync(own, { recursive: true });
    cpSync(join(newer.folder, 'db/migrations'), own, { recursive: true });
    const present = files.filter((file) => existsSync(join(this.folder, file)));
    const vitest = join(this.folder, 'node_modules/vitest/vitest.mjs');
    const child = this.#spawn([vitest, 'run', '--reporter=dot', ...present], {}, 'inherit');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  }
}

export interface ReleaseProcess {
  /** Resolves to its exit code. */
  stop(): Promise<number | null>;
}

function inherited(): Environment {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME };
}
