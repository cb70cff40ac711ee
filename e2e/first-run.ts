/**
 * The product as README starts it: `npm run dev`, the accounts that it prints, an upload that is scanned, an email
 * in the catcher, and a worker that dies. CI has cloned and installed already and runs the rest of README's commands;
 * FIRST_RUN_CLONE=<empty folder> runs all of them there, on the last commit of this checkout.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { row, toPackage, upload } from './helpers.ts';

const root = resolve(import.meta.dirname, '..');
const LOAN = 'Larkspur Bakery LLC';
const WIDTHS = [1440, 1024, 390];

/** README's quick start, one command per line. */
function quickStart(): string[] {
  const [, block] = /```sh\n([\s\S]*?)```/.exec(readFileSync(resolve(root, 'README.md'), 'utf8'))!;
  return block!
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''));
}

class Dev {
  readonly child: ChildProcess;
  output = '';
  exitCode: number | null | undefined;

  constructor(commands: readonly string[], cwd: string) {
    // In a separate process group, as in a terminal.
    this.child = spawn('bash', ['-c', commands.join(' && ')], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (data: Buffer) => {
        this.output += data.toString();
        process.stdout.write(data);
      });
    }
    this.child.once('exit', (code) => (this.exitCode = code));
  }

  /** Resolves when the output matches; rejects if the process ends first. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    let match: RegExpExecArray | null = null;
    await expect
      .poll(
        () => {
          match = pattern.exec(this.output);
          return match !== null || this.exitCode !== undefined;
        },
        { timeout: 10 * 60_000 },
      )
      .toBe(true);
    if (!match) throw new Error(`npm run dev exited with code ${this.exitCode}`);
    return match;
  }

  /** Sends SIGINT to the process group, like Ctrl-C. */
  async interrupt(): Promise<void> {
    if (this.exitCode !== undefined) return;
    const ended = once(this.child, 'exit');
    process.kill(-this.child.pid!, 'SIGINT');
    await ended;
  }

  /** Ids of its processes whose command line contains this text. */
  pidsOf(text: string): number[] {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return [{ pid: Number(name), group, command }];
        } catch {
          // The process has ended since the folder was read.
          return [];
        }
      });
    return processes
      .filter(({ group, command }) => group === this.child.pid && command.includes(text))
      .map(({ pid }) => pid);
  }
}

async function logIn(
  browser: Browser,
  address: string,
  [email, password]: string[],
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: address })).newPage();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email!);
  await page.getByLabel('Password', { exact: true }).fill(password!);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).not.toHaveURL(/auth\/login/);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  return page;
}

async function openPackage(page: Page): Promise<void> {
  await page.getByRole('link', { name: LOAN }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: LOAN })).toBeVisible();
  await toPackage(page);
}

/** A request in the package without an answer, and its folder. */
async function openRequest(page: Page): Promise<{ title: string; folder: string }> {
  const loanId = /loans\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as {
    elements: {
      id: string;
      parentId: string | null;
      title: string;
      storageType: string;
      status: string | null;
      answer: unknown;
      deleted: boolean;
    }[];
  };
  const request = elements.find(
    (each) => each.storageType === 'FILE' && each.status !== null && !each.answer && !each.deleted,
  )!;
  const folder = elements.find(({ id }) => id === request.parentId)!;
  return { title: request.title, folder: folder.title };
}

async function photograph(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
}

let dev: Dev;
test.afterEach(async () => dev.interrupt());

test('the product runs as README says, and says so when it does not', async ({ browser }) => {
  const commands = quickStart();
  expect(commands).toEqual([
    'git clone <this repository> cairn',
    'cd cairn',
    'source tools/toolchain.sh',
    'npm ci',
    'npm run dev',
  ]);
  const clone = process.env['FIRST_RUN_CLONE'];
  dev = clone
    ? new Dev(
        commands.map((command) => command.replace('<this repository>', root)),
        clone,
      )
    : new Dev([commands[2]!, commands[4]!], root);
  const [, address] = await dev.printed(/^Cairn is at (\S+)/m);
  const [, emails] = await dev.printed(/^Email .* is at (\S+),/m);
  const [, lender, borrower] = await dev.printed(/log in as (\S+) \(lender\), (\S+) \(borrower\)/);
  const [, password] = await dev.printed(/password: (.+)$/m);

  const elena = await test.step('the borrower uploads a file', async () => {
    const page = await logIn(browser, address!, [borrower!, password!]);
    await openPackage(page);
    return page;
  });
  const { title, folder } = await openRequest(elena);
  await elena.getByRole('treeitem', { name: folder }).click();
  await upload(elena, title, 'first-run.pdf', onePagePdf(title, ['Sent by the first run.']));
  await expect(row(elena, title)).toContainText('Submitted');

  await test.step('the lender sees it scanned and ready for review', async () => {
    const dana = await logIn(browser, address!, [lender!, password!]);
    await openPackage(dana);
    await dana.getByRole('treeitem', { name: folder }).click();
    await expect(row(dana, title)).toContainText('To review');
    await photograph(dana, 'package');
  });

  await test.step('a log-in code arrives in the mail catcher and works', async () => {
    const page = await (await browser.newContext({ baseURL: address! })).newPage();
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Log in with a code' }).click();
    await page.getByLabel('Email').fill(borrower!);
    const askedAt = Date.now();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByLabel('Code from the email')).toBeVisible();
    const code = await codeSentTo(emails!, borrower!, askedAt);
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).not.toHaveURL(/\/auth\//);
    await expect(page.getByRole('link', { name: LOAN }).first()).toBeVisible();
    await photograph(page, 'home');
    await page.goto(emails!);
    await expect(page.getByText(borrower!).first()).toBeVisible();
  });

  await test.step('a dead worker is reported, and npm run dev ends', async () => {
    const [worker, ...more] = dev.pidsOf('main.ts worker');
    expect(more).toEqual([]);
    process.kill(worker!, 'SIGKILL');
    await dev.printed(/^npm run dev failed: worker was killed by SIGKILL\./m);
    await expect.poll(() => dev.exitCode).toBe(1);
    expect(dev.pidsOf('')).toEqual([]);
  });
});

/** The code sent to this address since then: the mail catcher keeps those of earlier runs. */
async function codeSentTo(emails: string, address: string, since: number): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const query = new URLSearchParams({ 'to.address': address });
      const emailList = (await (await fetch(`${emails}/email?${query.toString()}`)).json()) as {
        subject: string;
        text: string;
        date: string;
      }[];
      const email = emailList.find(
        // The date of an email is in whole seconds.
        ({ subject, date }) => subject.includes('Your code') && Date.parse(date) > since - 1000,
      );
      code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(email?.text ?? '')?.[0];
      return code;
    })
    .toBeDefined();
  return code!;
}
