/** A machine with a container engine, as far as the manual needs one: `docker`, an editor, mail and DNS. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { EICAR_SIGNATURE } from '../../tools/services/clamd.ts';
import { engineEnvironment, repository, storage } from '../../tools/images/engine.ts';
import { MAIL_PORT, MailRelay } from './mail.ts';
import type { Network } from './network.ts';

const IMAGES = {
  CADDY_IMAGE: 'cairn-caddy',
  POSTGRES_IMAGE: 'cairn-postgres',
  TEMPORAL_IMAGE: 'cairn-temporal',
  TEMPORAL_TOOLS_IMAGE: 'cairn-temporal',
};

export class Machine {
  readonly folder: string;
  readonly #domain: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly emails = new MailRelay();

  constructor(folder: string, domain: string) {
    this.folder = folder;
    this.#domain = domain;
    const path = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`;
    const editor = join(folder, 'bin/fill-in');
    // Without systemd, Podman cannot run health checks and must not try.
    const without = existsSync('/run/systemd/system') ? {} : { DISABLE_HC_SYSTEMD: 'true' };
    this.#environment = { ...engineEnvironment(), ...without, PATH: path, EDITOR: editor };
  }

  /** Contains only the release's deploy folder. */
  create(network: Network): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(join(this.folder, 'bin'), { recursive: true });
    this.#addRelease(network);
    const override = join(this.folder, 'network.yaml');
    const podman = execFileSync('which', ['podman'], { encoding: 'utf8' }).trim();
    this.#addProgram('podman', `exec ${podman} ${storage.join(' ')} "$@"`);
    this.#addProgram(
      'docker',
      `[ "$1" = compose ] || exec podman "$@"\nfile=$3\nshift 3\n` +
        `exec podman-compose -f "$file" -f ${override} "$@"`,
    );
    this.#addProgram('fill-in', `${this.#fillIn()}cat >> "$1" <<'IMAGES'\n${this.#images()}IMAGES`);
  }

  #addRelease(network: Network): void {
    cpSync(join(repository, 'deploy'), join(this.folder, 'deploy'), { recursive: true });
    rmSync(join(this.folder, 'deploy/.env'), { force: true });
    network.writeOverride(join(this.folder, 'network.yaml'), { isOrdered: isOrdered() });
  }

  #addProgram(name: string, script: string): void {
    const file = join(this.folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\nset -e\n${script}\n`);
    chmodSync(file, 0o755);
  }

  /** The operator's settings: certificates, SMTP and Twilio. */
  #fillIn(): string {
    const values = {
      CADDY_TLS: '"tls /certs/site.pem /certs/site.key"',
      EXTRA_CA: '/certs/site.pem',
      STORE_GB: '4',
      SMTP_URL: `smtps://mail.${this.#domain}:${MAIL_PORT}`,
      MAIL_FROM: `no-reply@${this.#domain}`,
      TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
      TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
      TWILIO_FROM: '+15550100000',
    };
    return Object.entries(values)
      .map(([name, value]) => `sed -i 's|^${name}=.*|${name}=${value}|' "$1"\n`)
      .join('');
  }

  #images(): string {
    const lines = Object.entries(IMAGES).map(
      ([name, image]) => `${name}=localhost/${image}:latest\n`,
    );
    return lines.join('');
  }

  /** Runs a line of the manual. Resolves to its output. */
  async run(command: string): Promise<string> {
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        cwd: this.folder,
        env: this.#environment,
        maxBuffer: 2 ** 26,
      });
      return stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      const failed = new Error(`${command}\n${stdout.slice(-6000)}\n${stderr.slice(-6000)}`);
      throw Object.assign(failed, { stdout });
    }
  }

  /** Adds our own signature to the volume as the manual describes, because official ones cannot be downloaded here. */
  async addSignature(): Promise<void> {
    writeFileSync(join(this.folder, 'local.ndb'), EICAR_SIGNATURE);
    await this.run('podman cp local.ndb cairn_clamav_1:/var/lib/clamav/');
  }

  startMail(): Promise<void> {
    const certs = join(this.folder, 'deploy/certs');
    return this.emails.start({
      folder: join(this.folder, 'mail'),
      certificate: join(certs, 'site.pem'),
      key: join(certs, 'site.key'),
    });
  }

  /**
   * Deletes volumes and everything else of the machine; settings, certificates and the backup were stored elsewhere.
   */
  async lose(network: Network): Promise<void> {
    await this.run('docker compose -f deploy/compose.yaml down --volumes');
    const keptFolder = join(this.folder, 'kept');
    cpSync(join(this.folder, 'deploy/.env'), join(keptFolder, '.env'));
    cpSync(join(this.folder, 'deploy/certs'), join(keptFolder, 'certs'), { recursive: true });
    rmSync(join(this.folder, 'deploy'), { recursive: true });
    this.#addRelease(network);
    cpSync(keptFolder, join(this.folder, 'deploy'), { recursive: true });
  }

  async remove(): Promise<void> {
    this.emails.stop();
    await this.run('docker compose -f deploy/compose.yaml down --volumes').catch((error: unknown) =>
      console.error(String(error)),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether the engine starts containers in the order of the file: see `writeOverride`. */
function isOrdered(): boolean {
  const printed = execFileSync('podman', ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(printed)!;
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 6);
}
