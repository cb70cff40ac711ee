/** The drill's certificate authority and certificates, each for servers and clients alike. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** Paths of PEM files. */
  readonly cert: string;
  readonly key: string;
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

const openssl = (...args: string[]): void =>
  void execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });

export class Authority {
  readonly cert: string;
  readonly #key: string;
  readonly #folder: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.cert = join(folder, `${name}.pem`);
    this.#key = join(folder, `${name}.key`);
    openssl('req', '-x509', ...EC, '-subj', `/CN=${name}`, '-keyout', this.#key, '-out', this.cert);
  }

  sign(name: string): Certificate {
    const path = (ending: string): string => join(this.#folder, `${name}.${ending}`);
    writeFileSync(
      path('ext'),
      `subjectAltName=DNS:${name},IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n`,
    );
    openssl('req', ...EC, '-subj', `/CN=${name}`, '-keyout', path('key'), '-out', path('csr'));
    openssl(
      ...['x509', '-req', '-in', path('csr'), '-CA', this.cert, '-CAkey', this.#key],
      ...['-CAcreateserial', '-days', '2', '-extfile', path('ext'), '-out', path('pem')],
    );
    return { cert: path('pem'), key: path('key') };
  }
}

export const pem = (path: string): string => readFileSync(path, 'utf8');
