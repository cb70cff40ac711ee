/**
 * npm run bench:lighthouse [-- --rounds 3] [-- --only home] [-- --report]: runs Lighthouse with its phone profile on
 * the borrower's home, a request's upload page and the secure upload page, on the built product behind nginx (TLS,
 * HTTP/2), configured as in docs/operations/running.md. Fails when a median is below 95. --report keeps the whole
 * reports in .cache/lighthouse. Lighthouse is installed there too, from the lock file beside this file: 180 MB that
 * nothing else needs.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import { BORROWER, PASSWORD, PEOPLE } from '../../tools/database/demo-data.ts';
import { startNginx } from '../../drills/restart/nginx.ts';
import { PORT } from '../../e2e/address.ts';
import { browserOptions } from '../../e2e/browser.ts';
import { startProduct } from '../../e2e/global-setup.ts';
import { median } from '../statistics.ts';

const LEAST = 95;
/**
 * Lighthouse slows down the CPU four times, so that a desktop computer with a rating of 1,750 simulates a phone
 * (docs/throttling.md in its repository: 1,500 to 2,000). On a slower or busier machine the factor is smaller, so that
 * the simulated phone is the same.
 */
const DESKTOP_RATING = 1750;
const DESKTOP_SLOWDOWN = 4;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const TIMES = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocked',
} as const;
/** Lighthouse's network settings of a phone. */
const SLOW_4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
};
const PROXY_PORT = Number(PORT) + 1;
const DEBUG_PORT = Number(PORT) + 2;
const ORIGIN = `https://localhost:${PROXY_PORT}`;
const LOAN = 'Larkspur Bakery LLC';

interface Audit {
  score: number | null;
  numericValue?: number;
  title: string;
  displayValue?: string;
  scoreDisplayMode: string;
}
interface Report {
  environment: { benchmarkIndex: number };
  categories: Record<(typeof CATEGORIES)[number], { score: number; auditRefs: { id: string }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
}
type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<{ lhr: Report; report: string }>;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    report: { type: 'boolean' },
  },
});

const cache = resolve(import.meta.dirname, '../../.cache/lighthouse');

async function loadLighthouse(): Promise<Lighthouse> {
  mkdirSync(cache, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(resolve(import.meta.dirname, file), resolve(cache, file));
  }
  const entry = resolve(cache, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: cache,
      stdio: 'inherit',
    });
  }
  return ((await import(entry)) as { default: Lighthouse }).default;
}

/** A self-signed certificate for this run. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-days', '2', ...options, ...subject, '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  );
  return { certificate, key };
}

async function logIn({ request }: BrowserContext, username: string): Promise<void> {
  const answer = await request.post(`${ORIGIN}/api/v1/noauth/login`, {
    data: { username, password: PASSWORD },
    headers: { origin: ORIGIN },
  });
  if (!answer.ok()) throw new Error(`${username} cannot log in: ${await answer.text()}`);
}

async function read<Reply>({ request }: BrowserContext, path: string): Promise<Reply> {
  const answer = await request.get(`${ORIGIN}/api${path}`);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Reply;
}

/** A request of the demo loan that waits for a file of the borrower. */
async function findUploadPage(borrower: BrowserContext): Promise<string> {
  const list = await read<Record<'loans' | 'pinned', { id: string; name: string }[]>>(
    borrower,
    '/v1/loans/view?limit=50',
  );
  const loanId = [...list.pinned, ...list.loans].find(({ name }) => name === LOAN)!.id;
  const { elements } = await read<{
    elements: {
      elementId: string;
      storageType: string;
      answer: unknown;
      abilities: { answer: boolean };
    }[];
  }>(borrower, `/v2/loanmanager/${loanId}/elements`);
  const { elementId } = elements.find(
    ({ storageType, answer, abilities }) =>
      storageType === 'FILE' && answer === null && abilities.answer,
  )!;
  return `/loans/${loanId}?view=package&item=${elementId}`;
}

async function findSecureUploadPage(lender: BrowserContext): Promise<string> {
  await logIn(lender, PEOPLE.dana[2]);
  const { url } = await read<{ url: string }>(lender, '/v1/lenders/employee/secureUploadPageUrl');
  await lender.clearCookies();
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Lighthouse's findings, so that a score below the bar names its cause. */
function problemsOf({ categories, audits }: Report): string[] {
  const ids = CATEGORIES.flatMap((name) => categories[name].auditRefs.map(({ id }) => id));
  return [...new Set(ids)].flatMap((id) => {
    const { score, title, displayValue, scoreDisplayMode } = audits[id]!;
    const isJudged = scoreDisplayMode !== 'informative' && score !== null;
    return isJudged && score < 0.9 ? [`${title}${displayValue ? ` (${displayValue})` : ''}`] : [];
  });
}

async function measure(
  lighthouse: Lighthouse,
  name: string,
  path: string,
): Promise<Record<(typeof CATEGORIES)[number], number>> {
  const reports: Report[] = [];
  const slowdowns: number[] = [];
  const visit = (slowdown: number) =>
    lighthouse(ORIGIN + path, {
      port: DEBUG_PORT,
      onlyCategories: CATEGORIES,
      throttling: { ...SLOW_4G, cpuSlowdownMultiplier: slowdown },
      output: 'json',
      logLevel: 'error',
    });
  // The first visit rates the machine and warms the server's caches.
  let rating = (await visit(DESKTOP_SLOWDOWN)).lhr.environment.benchmarkIndex;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const slowdown = Math.min(
      DESKTOP_SLOWDOWN,
      Math.max(1, (rating / DESKTOP_RATING) * DESKTOP_SLOWDOWN),
    );
    slowdowns.push(slowdown);
    const { lhr, report } = await visit(slowdown);
    rating = lhr.environment.benchmarkIndex;
    if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`);
    if (values.report) writeFileSync(resolve(cache, `${name}-${round}.json`), report);
    reports.push(lhr);
  }
  const middle = (valueOf: (report: Report) => number): number => median(reports.map(valueOf));
  const scores = CATEGORIES.map((each) => [
    each,
    Math.round(middle(({ categories }) => categories[each].score) * 100),
  ]);
  const times = Object.entries(TIMES).map(
    ([id, text]) => `${text} ${Math.round(middle(({ audits }) => audits[id]!.numericValue!))} ms`,
  );
  const shift = middle(({ audits }) => audits['cumulative-layout-shift']!.numericValue!);
  console.log(`${name}: ${scores.map((each) => each.join(' ')).join(', ')}`);
  console.log(`  ${times.join(', ')}, shift ${shift.toFixed(3)}`);
  const range = [...slowdowns, rating].map((each) => each.toFixed(1)).join(', ');
  console.log(`  slowed ${range} (the last is the rating), load ${loadavg()[0]!.toFixed(1)}`);
  for (const problem of new Set(reports.flatMap(problemsOf))) console.log(`  - ${problem}`);
  return Object.fromEntries(scores) as Record<(typeof CATEGORIES)[number], number>;
}

const lighthouse = await loadLighthouse();
const folder = mkdtempSync(join(tmpdir(), 'cairn-lighthouse-'));
const stopProduct = await startProduct({ PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1' });
const nginx = await startNginx(PROXY_PORT, [Number(PORT)], makeCertificate(folder));
const { executablePath, args } = browserOptions.launchOptions;
const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath,
  args: [...args, `--remote-debugging-port=${DEBUG_PORT}`, '--ignore-certificate-errors'],
  ignoreHTTPSErrors: true,
});
try {
  const secureUpload = await findSecureUploadPage(browser);
  await logIn(browser, BORROWER[2]);
  const upload = await findUploadPage(browser);
  const pages = [
    ['home', '/'],
    ['upload', upload],
    ['secure upload', secureUpload],
  ] as const;
  for (const [name, path] of pages) {
    if (values.only !== undefined && values.only !== name) continue;
    // The secure upload page is for people without an account.
    if (path === secureUpload) await browser.clearCookies();
    const scores = await measure(lighthouse, name, path);
    if (CATEGORIES.some((each) => scores[each] < LEAST)) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await nginx.stop();
  await stopProduct();
  rmSync(folder, { recursive: true, force: true });
}
