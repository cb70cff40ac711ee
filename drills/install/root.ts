/**
 * An empty Debian system that acts as a separate machine: it has its own files, mounts and network, and is entered by
 * terminals that keep their state, like an operator's. The machines reach each other and nothing else; only a
 * terminal with explicit access can download.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../tools/images/engine.ts';

const cache = join(process.env['CAIRN_CACHE'] ?? join(homedir(), '.cache/cairn'), 'install');
/** File descriptor of the network namespace of the machine that runs the drill. */
const OUTSIDE = 3;
const OUTSIDE_NETWORK = `/proc/self/fd/${OUTSIDE}`;
export const work = join(repository, '.cache/install');

export class DebianRoot {
  readonly folder: string;
  readonly #name: string;
  readonly #release: string;
  readonly #terminals: Terminal[] = [];

  /** `name` is also that of its network namespace. */
  constructor(name: string, release: string) {
    this.folder = join(work, name);
    this.#name = name;
    this.#release = release;
  }

  /** A fresh copy of what debootstrap created, which is downloaded once and cached. */
  create({ hosts, authority }: { hosts: string; authority: string }): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    execFileSync('tar', ['-C', this.folder, '--numeric-owner', '-xpf', archiveOf(this.#release)]);
    writeFileSync(join(this.folder, 'etc/hosts'), hosts);
    writeFileSync(
      join(this.folder, 'etc/apt/apt.conf.d/90-drill'),
      // A frozen mirror has an expired Release file.
      'Acquire::Check-Valid-Until "false";\nAcquire::Languages "none";\n',
    );
    // Deleted after the drill, so dpkg need not sync each file.
    writeFileSync(join(this.folder, 'etc/dpkg/dpkg.cfg.d/90-drill'), 'force-unsafe-io\n');
    // There is no init: services are started by hand.
    writeFileSync(join(this.folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', {
      mode: 0o755,
    });
    copyFileSync('/etc/resolv.conf', join(this.folder, 'etc/resolv.conf'));
    this.#trust(authority);
  }

  /**
   * Trusts the drill's certificate authority, and one that the machine that runs the drill may need to reach a
   * registry.
   */
  #trust(authority: string): void {
    mkdirSync(join(this.folder, 'usr/local/share/ca-certificates'), { recursive: true });
    copyFileSync(authority, join(this.folder, 'usr/local/share/ca-certificates/drill.crt'));
    const lent = process.env['NODE_EXTRA_CA_CERTS'];
    const all = [authority, ...(lent ? [lent] : [])].map((file) => readFileSync(file, 'utf8'));
    writeFileSync(join(this.folder, 'etc/authorities.pem'), all.join('\n'));
    const environment = 'NODE_EXTRA_CA_CERTS=/etc/authorities.pem\n';
    writeFileSync(join(this.folder, 'etc/environment'), environment);
  }

  open({ hasWayOut = false } = {}): Terminal {
    const network = hasWayOut ? OUTSIDE_NETWORK : `/run/netns/${this.#name}`;
    const terminal = new Terminal(this.folder, network);
    this.#terminals.push(terminal);
    return terminal;
  }

  /** Writes the file at once, like an editor. */
  write(file: string, text: string, append = false): void {
    writeFileSync(join(this.folder, file), text, { flag: append ? 'a' : 'w' });
  }

  async close(): Promise<void> {
    await Promise.all(this.#terminals.map((each) => each.close()));
  }
}

const archiveOf = (release: string): string => join(cache, `${release}.tar`);

/** Downloads it once. */
export function fetchDebian(release: string): void {
  if (existsSync(archiveOf(release))) return;
  const root = join(cache, release);
  mkdirSync(cache, { recursive: true });
  const mirror = process.env['DEBIAN_MIRROR'];
  const args = ['--variant=minbase', release, root, ...(mirror ? [mirror] : [])];
  execFileSync('debootstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const without = ['--exclude=./proc/*', '--exclude=./sys/*'];
  execFileSync('tar', ['-C', root, ...without, '-cf', archiveOf(release), '.']);
  rmSync(root, { recursive: true });
}

const ENTER = `mount --make-rprivate / && mount --bind "$0" "$0" && cd "$0" && mkdir -p .before &&
  mount --rbind /dev dev && mount -t proc none proc && mount -t tmpfs -o mode=1777 none dev/shm &&
  pivot_root . .before && umount -l .before && cd / &&
  exec env -i HOME=/root USER=root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"`;
const MARK = 'drill-command-ended';

export class Terminal {
  readonly #shell: ChildProcess;
  #printed = '';
  #onPrint = (): void => {};

  constructor(root: string, network: string) {
    const enter = ['unshare', '-m', 'sh', '-c', ENTER, root, 'bash'];
    this.#shell = spawn('nsenter', [`--net=${network}`, ...enter], {
      stdio: ['pipe', 'pipe', 'pipe', OUTSIDE],
      detached: true,
    });
    for (const stream of [this.#shell.stdout!, this.#shell.stderr!]) {
      stream.on('data', (data) => {
        this.#printed += String(data);
        this.#onPrint();
      });
    }
    this.#shell.on('exit', () => this.#onPrint());
  }

  get printed(): string {
    return this.#printed;
  }

  /** Types a line, and the answers when it asks. Resolves to its output. */
  async run(command: string, answers: readonly string[] = []): Promise<string> {
    this.#printed = '';
    this.start(`${command}; echo "${MARK} $?"`);
    for (const answer of answers) this.start(answer);
    const end = new RegExp(`^${MARK} (\\d+)\n`, 'm');
    for (;;) {
      const [all, status] = end.exec(this.#printed) ?? [];
      if (all && status === '0') return this.#printed.replace(all, '');
      if (all || this.#shell.exitCode !== null || this.#shell.signalCode !== null) {
        throw Object.assign(new Error(`${command}\n${this.#printed.slice(-6000)}`), {
          printed: this.#printed,
        });
      }
      await new Promise<void>((resolve) => (this.#onPrint = resolve));
    }
  }

  /** Types a command that keeps running, or an answer. */
  start(line: string): void {
    this.#shell.stdin!.write(`${line}\n`);
  }

  async close(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    const ended = once(this.#shell, 'exit');
    try {
      process.kill(-this.#shell.pid!, signal);
    } catch {
      return;
    }
    this.#shell.stdin!.end();
    await ended;
  }
}
