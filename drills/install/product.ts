/** The product's machine: web, worker, proxy, ClamAV and Temporal, as in docs/operations/install.md. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { until } from '@cairn/testing';
import { compiledTemporal } from '../../tools/images/temporal.ts';
import { EICAR_SIGNATURE } from '../../tools/services/clamd.ts';
import { TEMPORAL_PROGRAM } from '../../tools/services/temporal.ts';
import type { Manual } from '../machine/manual.ts';
import type { Certificate } from './outside.ts';
import { DebianRoot, type Terminal } from './root.ts';

const RELEASE = 'bookworm';
const HOME = 'home/cairn/cairn';
const EDITOR = 'usr/local/bin/fill-in';

export class ProductMachine {
  readonly #root = new DebianRoot('loans', RELEASE);
  readonly #certificate: Certificate;
  readonly #processes: Terminal[] = [];
  #operator: Terminal | undefined;

  constructor(certificate: Certificate, hosts: string) {
    this.#certificate = certificate;
    this.#root.create({ hosts, authority: certificate.certificate });
  }

  /** Runs the commands as root, with access to the Debian mirror. */
  async install(commands: readonly string[]): Promise<void> {
    const terminal = this.#root.open({ hasWayOut: true });
    for (const command of commands) await terminal.run(command);
    await terminal.run('update-ca-certificates');
  }

  /** Copies the release to the machine, and opens a terminal of the user `cairn` with access to the npm registry. */
  async getRelease(release: string): Promise<Terminal> {
    copyFileSync(release, join(this.#root.folder, 'srv/cairn.bundle'));
    const terminal = this.#root.open({ hasWayOut: true });
    terminal.start('su - cairn');
    return terminal;
  }

  /**
   * Starts nginx and ClamAV as root. ClamAV uses the drill's own signature, because official ones cannot be downloaded
   * here.
   */
  async startServices(commands: readonly string[]): Promise<void> {
    const { certificate, key } = this.#certificate;
    mkdirSync(join(this.#root.folder, 'etc/nginx/cairn'));
    copyFileSync(certificate, join(this.#root.folder, 'etc/nginx/cairn/site.pem'));
    copyFileSync(key, join(this.#root.folder, 'etc/nginx/cairn/site.key'));
    const terminal = this.#root.open();
    for (const command of commands) await terminal.run(command);
    this.#root.write('var/lib/clamav/local.ndb', EICAR_SIGNATURE);
    await terminal.run('chown clamav: /var/lib/clamav/local.ndb');
    await terminal.run('nginx -t && nginx');
    terminal.start('exec clamd --config-file=/etc/clamav/clamd.conf');
  }

  /** Follows docs/operations/temporal.md, with all services in one process as in deploy/compose.yaml. */
  async startTemporal(manual: Manual, password: string): Promise<void> {
    const bin = join(this.#root.folder, 'usr/local/bin');
    for (const program of ['temporal-server', 'temporal-sql-tool'] as const) {
      copyFileSync(compiledTemporal(program), join(bin, program));
    }
    copyFileSync(TEMPORAL_PROGRAM, join(bin, basename(TEMPORAL_PROGRAM)));
    const terminal = this.#root.open();
    await terminal.run(
      manual
        .take('SQL_PLUGIN')
        .replace('SQL_HOST=…', 'SQL_HOST=db.example.com')
        .replace('SQL_PASSWORD=…', `SQL_PASSWORD=${password}`)
        .replace('ca.pem', '/etc/ssl/certs/ca-certificates.crt'),
    );
    for (const words of [
      ...['temporal            setup-schema', 'temporal            update-schema'],
      ...['temporal_visibility setup-schema', 'temporal_visibility update-schema'],
    ]) {
      await terminal.run(manual.take(words).replace(/\s+#.*$/, ''));
    }
    const configuration = readFileSync(
      join(this.#root.folder, HOME, 'deploy/compose/temporal.yaml'),
      'utf8',
    );
    const tls = 'tls: { enabled: true, enableHostVerification: true, serverName: db.example.com }';
    this.#root.write(
      'etc/temporal.yaml',
      configuration
        .replace('postgres:5432', 'db.example.com:5432')
        .replace('/cairn/temporal-dynamic.yaml', `/${HOME}/deploy/compose/temporal-dynamic.yaml`)
        .replace(/^( +)maxConnLifetime.*$/m, (line, indent: string) => `${line}\n${indent}${tls}`),
    );
    await this.startAgainTemporal(password);
    await until(
      () =>
        terminal.run('temporal operator namespace create --namespace cairn --retention 7d').then(
          () => true,
          (error: unknown) => /already/i.test(String(error)),
        ),
      60_000,
    );
  }

  async startAgainTemporal(password: string): Promise<void> {
    const terminal = this.#root.open();
    await terminal.run(`export TEMPORAL_PASSWORD=${password}`);
    terminal.start('temporal-server --config-file /etc/temporal.yaml --allow-no-auth start');
    this.#processes.push(terminal);
  }

  /** Edits the example file like an operator. */
  writeEditor(values: Readonly<Record<string, string>>): void {
    const lines = Object.entries(values).map(
      ([name, value]) => `sed -i 's|^${name}=.*|${name}="${value}"|' "$1"\n`,
    );
    this.#root.write(EDITOR, `#!/bin/sh\nset -e\n${lines.join('')}`);
    chmodSync(join(this.#root.folder, EDITOR), 0o755);
  }

  /** The terminal of all later commands: in the checkout, with its Node and the settings. */
  async logIn(prepare: readonly string[]): Promise<Terminal> {
    const terminal = this.#root.open();
    terminal.start('su - cairn');
    await terminal.run(`export EDITOR=/${EDITOR}`);
    await terminal.run('cd cairn');
    for (const command of prepare) await terminal.run(command);
    return terminal;
  }

  async operate(prepare: readonly string[]): Promise<void> {
    this.#operator = await this.logIn(prepare);
  }

  run(command: string, answers?: readonly string[]): Promise<string> {
    return this.#operator!.run(command, answers);
  }

  /** Starts a process with the drill as its supervisor. */
  async startProcess(prepare: readonly string[], command: string): Promise<void> {
    const terminal = await this.logIn(prepare);
    terminal.start(command);
    this.#processes.push(terminal);
  }

  /** Stops web, worker and Temporal. */
  async stopProcesses(): Promise<void> {
    await Promise.all(this.#processes.splice(0).map((each) => each.close()));
  }

  get printed(): string {
    return this.#processes.map(({ printed }) => printed.slice(-3000)).join('\n');
  }

  write(file: string, text: string): void {
    this.#root.write(file, text);
  }

  asRoot(): Terminal {
    return this.#root.open({ hasWayOut: true });
  }
}
