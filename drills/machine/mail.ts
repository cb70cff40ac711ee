/** A mail relay that keeps every email, with TLS as in production. It is outside of the machines, at the gateway. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { until } from '@cairn/testing';
import { GATEWAY } from './network.ts';

export const MAIL_PORT = 465;
const PAGE = `http://${GATEWAY}:1080/email`;

export class MailRelay {
  #process: ChildProcess | undefined;

  async start(files: { folder: string; certificate: string; key: string }): Promise<void> {
    const packageFile = createRequire(import.meta.url).resolve('maildev/package.json');
    this.#process = spawn(
      process.execPath,
      [
        join(dirname(packageFile), 'bin/maildev'),
        ...['--ip', GATEWAY, '--smtp', String(MAIL_PORT), '--incoming-secure'],
        ...['--incoming-cert', files.certificate, '--incoming-key', files.key],
        ...['--web-ip', GATEWAY, '--web', new URL(PAGE).port],
        ...['--mail-directory', files.folder],
      ],
      { stdio: 'ignore' },
    );
    await until(
      () =>
        fetch(PAGE).then(
          ({ ok }) => ok,
          () => false,
        ),
      60_000,
    );
  }

  /** The first email to a person. */
  async to(address: string): Promise<{ text: string } | undefined> {
    const query = new URLSearchParams({ 'to.address': address });
    const answer = await fetch(`${PAGE}?${query.toString()}`);
    return ((await answer.json()) as { text: string }[])[0];
  }

  stop(): void {
    this.#process?.kill();
  }
}
