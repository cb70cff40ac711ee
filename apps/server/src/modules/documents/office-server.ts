/**
 * The installation's office server, by its WOPI discovery: which files it edits at which URL, and the keys with which
 * it signs requests. Only its own origin is trusted: URLs of other servers in its discovery are ignored.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { uploadExtension } from '@cairn/contract/file-terms';
import type { OfficeServer } from '../../platform/config-office.ts';
import { tagsIn, unescapeXml } from '../../platform/plain-xml.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 2 * 2 ** 20;
const KEPT_MS = 3_600_000;
/** For this long, calls do not retry a server that is down. */
const FAILURE_KEPT_MS = 30_000;
/** Discovery is read again after a signature of an unknown key, at most this often. */
const ASKED_AGAIN_MS = 60_000;
const PROOF_GOOD_MS = 20 * 60_000;
/** WOPI timestamps are .NET ticks: 100 ns each since the year 1. */
const UNIX_EPOCH_MS = 62_135_596_800_000;

interface Discovery {
  readonly at: number;
  /** Edit URLs by file extension. */
  readonly edits: ReadonlyMap<string, string>;
  readonly key: KeyObject | undefined;
  readonly oldKey: KeyObject | undefined;
}

export interface Proof {
  readonly accessToken: string;
  /** The URL that the office server requested. */
  readonly url: string;
  readonly timestamp: string | undefined;
  readonly proof: string | undefined;
  readonly oldProof: string | undefined;
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeXml(value);
}

function keyIn(tag: string, modulus: string, exponent: string): KeyObject | undefined {
  const [n, e] = [attributeOf(tag, modulus), attributeOf(tag, exponent)];
  if (!n || !e) return undefined;
  const base64url = (text: string): string => Buffer.from(text, 'base64').toString('base64url');
  return createPublicKey({
    key: { kty: 'RSA', n: base64url(n), e: base64url(e) },
    format: 'jwk',
  });
}

export function readDiscovery(xml: string, origin: string): Discovery {
  const edits = new Map<string, string>();
  for (const tag of tagsIn(xml, 'action')) {
    const extension = attributeOf(tag, 'ext')?.toLowerCase();
    // Parameters in angle brackets are optional placeholders; none is needed.
    const address = URL.parse((attributeOf(tag, 'urlsrc') ?? '').replaceAll(/<[^<>]{0,200}>/g, ''));
    if (attributeOf(tag, 'name') === 'edit' && extension && address?.origin === origin) {
      edits.set(extension, address.href);
    }
  }
  const [keys = ''] = tagsIn(xml, 'proof-key');
  return {
    at: Date.now(),
    edits,
    key: keyIn(keys, 'modulus', 'exponent'),
    oldKey: keyIn(keys, 'oldmodulus', 'oldexponent'),
  };
}

/** The signed content: token, URL in upper case and time, each preceded by its length. */
function provenBytes({ accessToken, url }: Proof, ticks: bigint): Buffer {
  const withLength = (bytes: Buffer): Buffer[] => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(bytes.length);
    return [size, bytes];
  };
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(ticks);
  return Buffer.concat([
    ...withLength(Buffer.from(accessToken)),
    ...withLength(Buffer.from(url.toUpperCase())),
    ...withLength(time),
  ]);
}

function isProven({ key, oldKey }: Discovery, proof: Proof): boolean {
  if (!/^\d{1,18}$/.test(proof.timestamp ?? '')) return false;
  const ticks = BigInt(proof.timestamp!);
  const age = Date.now() - (Number(ticks / 10_000n) - UNIX_EPOCH_MS);
  if (Math.abs(age) > PROOF_GOOD_MS) return false;
  const bytes = provenBytes(proof, ticks);
  const matches = (by: KeyObject | undefined, signature: string | undefined): boolean =>
    by !== undefined &&
    signature !== undefined &&
    verify('RSA-SHA256', bytes, by, Buffer.from(signature, 'base64'));
  // For a while after a key change, each side may have only one of the two keys.
  return matches(key, proof.proof) || matches(key, proof.oldProof) || matches(oldKey, proof.proof);
}

export class OfficeEditor {
  readonly origin: string;
  private readonly server: OfficeServer;
  private readonly warn: (about: object, message: string) => void;
  private known: Promise<Discovery> | undefined;
  private knownSince = 0;
  private keptMs = KEPT_MS;

  constructor(server: OfficeServer, warn: (about: object, message: string) => void) {
    this.server = server;
    this.origin = new URL(server.url).origin;
    this.warn = warn;
  }

  /** The page that edits the document. Undefined if the server does not edit such files or does not answer. */
  async pageFor(document: { readonly id: string; readonly name: string }) {
    const discovery = await this.discovery().catch(() => undefined);
    const address = discovery?.edits.get(uploadExtension(document.name) ?? '');
    if (address === undefined) return undefined;
    const page = new URL(address);
    page.searchParams.set('WOPISrc', `${this.server.hostUrl}/api/wopi/files/${document.id}`);
    return page.href;
  }

  /**
   * Whether the request is signed by the office server. `path` is that of our request, with its query. A server that
   * publishes no keys cannot sign; then its token must suffice.
   */
  async isProven(path: string, headers: Omit<Proof, 'url'>): Promise<boolean> {
    const proof = { ...headers, url: this.server.hostUrl + path };
    const discovery = await this.discovery();
    if (!discovery.key || isProven(discovery, proof)) return true;
    if (Date.now() < this.knownSince + ASKED_AGAIN_MS) return false;
    this.known = undefined;
    return isProven(await this.discovery(), proof);
  }

  private discovery(): Promise<Discovery> {
    if (this.known && Date.now() < this.knownSince + this.keptMs) return this.known;
    this.knownSince = Date.now();
    this.keptMs = KEPT_MS;
    const discovery = this.ask();
    this.known = discovery;
    discovery.catch((error: unknown) => {
      if (this.known === discovery) {
        this.knownSince = Date.now();
        this.keptMs = FAILURE_KEPT_MS;
      }
      this.warn({ err: error }, 'the office server at OFFICE_EDITOR_URL could not be asked');
    });
    return discovery;
  }

  private async ask(): Promise<Discovery> {
    const answer = await fetch(`${this.server.url}/hosting/discovery`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`discovery answered ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body!) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error('discovery is too long');
      chunks.push(chunk);
    }
    return readDiscovery(Buffer.concat(chunks).toString('utf8'), this.origin);
  }
}
