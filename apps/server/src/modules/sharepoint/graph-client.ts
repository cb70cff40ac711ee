/**
 * Client of Microsoft Graph with app credentials: lists a site's libraries, and uploads files in upload sessions. It
 * waits when it is throttled and retries network errors; an interrupted upload continues at the range that Graph
 * expects.
 */
import type { SharePointFailure } from '@cairn/contract/sharepoint-terms';
import { z } from 'zod';

/** A permanent failure: a retry would have the same result. The message is only the code. */
export class GraphFailed extends Error {
  readonly failure: SharePointFailure;
  constructor(failure: SharePointFailure) {
    super(failure);
    this.failure = failure;
  }
}
/** A temporary failure: worth a retry later. */
export class GraphUnavailable extends Error {
  constructor() {
    super('Microsoft Graph is unavailable');
  }
}

export interface GraphConfig {
  readonly apiUrl: string;
  readonly loginUrl: string;
}
export interface AppCredentials {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
export interface Library {
  readonly id: string;
  readonly name: string;
}
export interface FileSource {
  readonly path: string;
  readonly size: number;
  read(from: number, to: number): Promise<Buffer>;
}

const TIMEOUT_MS = 120_000;
const MAX_ATTEMPTS = 6;
const MAX_WAIT_SECONDS = 300;
const MAX_SESSIONS = 3;
/** Graph requires ranges that are multiples of 320 KiB. A smaller file is one range. */
export const RANGE_BYTES = 32 * 320 * 1024;

const token = z.object({ access_token: z.string().regex(/^[\x21-\x7E]{1,8192}$/) });
const item = z.object({ webUrl: z.url({ protocol: /^https?$/ }) });
const storedItem = z.object({ size: z.number() });
const site = z.object({ id: z.string().min(1).max(400) });
const drives = z.object({
  value: z.array(z.object({ id: z.string().min(1).max(400), name: z.string().min(1).max(200) })),
});
const session = z.object({ uploadUrl: z.url({ protocol: /^https?$/ }) });
const missing = z.object({ nextExpectedRanges: z.array(z.string().regex(/^\d+-\d*$/)).min(1) });

export class GraphClient {
  private readonly config: GraphConfig;
  private readonly app: AppCredentials;
  private readonly pause: (seconds: number) => Promise<void>;
  private bearer: string | undefined;

  constructor(
    config: GraphConfig,
    app: AppCredentials,
    pause: (seconds: number) => Promise<void> = (seconds) =>
      new Promise((resume) => setTimeout(resume, seconds * 1000)),
  ) {
    this.config = config;
    this.app = app;
    this.pause = pause;
  }

  async librariesOf(siteUrl: string): Promise<Library[]> {
    const { hostname, pathname } = new URL(siteUrl);
    const path = pathname.replace(/\/$/, '');
    const siteReply = await this.ask('GET', `/sites/${hostname}${path && `:${path}`}`);
    if (siteReply.status === 404 || siteReply.status === 400)
      throw new GraphFailed('SITE_NOT_FOUND');
    const { id } = await this.read(siteReply, site);
    const drivesReply = await this.ask(
      'GET',
      `/sites/${encodeURIComponent(id)}/drives?$select=id,name`,
    );
    return (await this.read(drivesReply, drives)).value;
  }

  /** Replaces a file at the path, so that a repeated export leaves no copies. */
  async upload(driveId: string, file: FileSource): Promise<void> {
    for (let sessions = 1; ; sessions += 1) {
      const { uploadUrl } = await this.startSession(driveId, file.path);
      const uploaded = await this.sendRanges(uploadUrl, file);
      if (uploaded?.size === file.size) return;
      if (sessions === MAX_SESSIONS) throw new GraphUnavailable();
    }
  }

  /** Returns the URL of a folder's page in SharePoint. */
  async linkTo(driveId: string, folder: string): Promise<string> {
    const answer = await this.ask('GET', `${itemAt(driveId, folder)}?$select=webUrl`);
    return (await this.read(answer, item)).webUrl;
  }

  private async startSession(driveId: string, path: string) {
    const answer = await this.ask('POST', `${itemAt(driveId, path)}:/createUploadSession`, {
      item: { '@microsoft.graph.conflictBehavior': 'replace' },
    });
    return this.read(answer, session);
  }

  /** Returns undefined if the session is gone and the upload has to start over. */
  private async sendRanges(uploadUrl: string, file: FileSource) {
    for (let from = 0; from < file.size;) {
      const to = Math.min(from + RANGE_BYTES, file.size);
      const bytes = await file.read(from, to);
      // Sent without a token, because the URL itself grants access.
      const answer = await this.exchange(uploadUrl, () => ({
        method: 'PUT',
        headers: { 'content-range': `bytes ${from}-${to - 1}/${file.size}` },
        body: new Uint8Array(bytes),
      }));
      if (answer.status === 200 || answer.status === 201) return this.read(answer, storedItem);
      const next = answer.status === 202 ? answer : await this.askSession(uploadUrl, answer);
      if (!next) return undefined;
      from = Number.parseInt((await this.read(next, missing)).nextExpectedRanges[0]!, 10);
    }
    return undefined;
  }

  /**
   * Asks which ranges are missing, after an answer that does not say so: the range was uploaded already, or the session
   * is gone.
   */
  private async askSession(uploadUrl: string, answer: Response): Promise<Response | undefined> {
    if (answer.status === 507) throw new GraphFailed('FULL');
    if (answer.status !== 416) return undefined;
    const status = await this.exchange(uploadUrl, () => ({ method: 'GET' }));
    return status.status === 200 ? status : undefined;
  }

  private async ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    for (const isLast of [false, true]) {
      this.bearer ??= await this.logIn();
      const answer = await this.exchange(`${this.config.apiUrl}${path}`, () => ({
        method,
        headers: {
          authorization: `Bearer ${this.bearer}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }));
      if (answer.status === 403) throw new GraphFailed('FORBIDDEN');
      if (answer.status === 507) throw new GraphFailed('FULL');
      if (answer.status !== 401) return answer;
      if (isLast) break;
      this.bearer = undefined;
    }
    throw new GraphFailed('CREDENTIALS');
  }

  private async logIn(): Promise<string> {
    const { tenantId, clientId, clientSecret } = this.app;
    const { apiUrl, loginUrl } = this.config;
    const answer = await this.exchange(`${loginUrl}/${tenantId}/oauth2/v2.0/token`, () => ({
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: `${new URL(apiUrl).origin}/.default`,
      }),
    }));
    if (!answer.ok) throw new GraphFailed('CREDENTIALS');
    return (await this.read(answer, token)).access_token;
  }

  /** Redirects are not followed, because they would send the token to a host that was not configured. */
  private async exchange(url: string, init: () => RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(url, {
        ...init(),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      const isBusy =
        answer === undefined ||
        answer.status === 429 ||
        (answer.status >= 500 && answer.status !== 507);
      if (!isBusy) return answer;
      const wait = askedWait(answer) ?? 2 ** attempt;
      if (attempt === MAX_ATTEMPTS || wait > MAX_WAIT_SECONDS) throw new GraphUnavailable();
      await this.pause(wait);
    }
  }

  private async read<Shape extends z.ZodType>(
    answer: Response,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const parsed = shape.safeParse(await answer.json().catch(() => undefined));
    if (!answer.ok || !parsed.success) throw new GraphUnavailable();
    return parsed.data;
  }
}

function askedWait(answer: Response | undefined): number | undefined {
  const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** SharePoint rejects names that begin with "~". */
function itemAt(driveId: string, path: string): string {
  const steps = path.split('/').map((step) => encodeURIComponent(step.replace(/^~/, '_')));
  return `/drives/${encodeURIComponent(driveId)}/root:/${steps.join('/')}`;
}
