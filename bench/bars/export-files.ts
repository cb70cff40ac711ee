/**
 * Bars 5 and 6: zip and PDF of a loan, made and stored by the worker's activity without Temporal. The zip is compared
 * with reading the same objects and storing the same bytes; the PDF with qpdf on local files.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportActivities, SigningKeys } from '@cairn/server/modules/exports/index';
import { sendInParts } from '@cairn/server/platform/multipart-upload';
import { flags, type Account, type Company, type Loan } from '@cairn/testing';
import pino from 'pino';
import { onePagePdf } from '../../tools/database/one-page-pdf.ts';
import type { Bar, Experiment } from '../experiment.ts';
import type { FileWorld } from '../file-world.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';

const MEGABYTE = 1_000_000;
/** Limited, because the test store has 4 GB and frees space only seconds after a deletion. */
const FILES = 16;
const FILE_BYTES = 4 * MEGABYTE;
const PDFS = 20;
const PAGES = 50;

interface ExportedLoan {
  company: Company;
  loan: Loan;
  account: Account;
  token: string;
}

async function makeLoan({ server: { given } }: FileWorld): Promise<ExportedLoan> {
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { account, token } = await given.colleague(company);
  await given.role(loan, account, 'LENDER');
  return { company, loan, account, token };
}

/** Planning and deleting the export are not measured. */
function madeExport(
  { server, steps }: FileWorld,
  { company, loan, token }: ExportedLoan,
  kind: 'ZIP' | 'PDF',
): Sample {
  const { makePackage } = exportActivities(
    {
      db: server.db,
      storage: { vault: steps.vault },
      log: pino({ level: 'silent' }),
      signingKeys: new SigningKeys(server.config.secretKeys),
      turnSeconds: 60,
    },
    { heartbeat: () => undefined, isStopping: () => false },
  );
  const ofLoan = 'from cairn.package_file where loan_id = $1';
  return async () => {
    await steps.refresh(loan, token, flags(kind === 'ZIP', kind === 'PDF'));
    const planned = await server.owner.query<{ id: string }>(`select id ${ofLoan}`, [loan.id]);
    const ref = { companyId: company.id, packageId: planned.rows[0]!.id };
    const time = await measureMicroseconds(() => makePackage(ref));
    const result = await server.owner.query<{ state: string; object_key: string }>(
      `select state, object_key ${ofLoan}`,
      [loan.id],
    );
    const { state, object_key } = result.rows[0]!;
    if (state !== 'READY') throw new Error(`the export is ${state}`);
    await steps.vault.remove(object_key);
    await server.owner.query(`delete ${ofLoan}`, [loan.id]);
    return time;
  };
}

async function openZip(world: FileWorld): Promise<Experiment> {
  const { server, steps } = world;
  const exported = await makeLoan(world);
  for (let number = 1; number <= FILES; number += 1) {
    const name = `Scan ${number}.pdf`;
    const bytes = randomBytes(FILE_BYTES);
    await steps.answered(exported.loan, exported.account, [name, bytes], { title: name });
  }
  const { rows } = await server.owner.query<{ object_key: string }>(
    'select object_key from cairn.document where loan_id = $1',
    [exported.loan.id],
  );
  const read: Sample = () =>
    measureMicroseconds(async () => {
      for (const { object_key } of rows) await (await steps.vault.read(object_key)).toArray();
    });
  const content = randomBytes(FILES * FILE_BYTES);
  const write: Sample = async () => {
    const key = `bench/${randomUUID()}`;
    const time = await measureMicroseconds(() =>
      sendInParts(steps.vault, {
        key,
        size: content.length,
        bytes: async (from, to) => content.subarray(from, to),
      }),
    );
    await steps.vault.remove(key);
    return time;
  };
  return {
    title: `zip of ${FILES} files of ${FILE_BYTES / MEGABYTE} MB, stored`,
    plan: world.plan({ rounds: 12, turn: 1, warmUp: 2 }),
    variants: {
      ours: madeExport(world, exported, 'ZIP'),
      read,
      write,
      'read again': read,
      'write again': write,
    },
    figure: { over: ['ours'], under: ['read', 'write'] },
    same: { over: ['read again', 'write again'], under: ['read', 'write'] },
    also: { 'over the reads alone': { over: ['ours'], under: ['read'] } },
    close: () => Promise.resolve(),
  };
}

async function openPdf(world: FileWorld): Promise<Experiment> {
  const { steps } = world;
  const exported = await makeLoan(world);
  const folder = join(steps.folder, 'local');
  await mkdir(folder);
  const qpdf = (parts: readonly string[], to: string) =>
    execFileSync('qpdf', ['--empty', '--pages', ...parts, '--', to]);
  const files: string[] = [];
  for (let number = 1; number <= PDFS; number += 1) {
    const pages: string[] = [];
    for (let page = 1; page <= PAGES; page += 1) {
      const path = join(folder, `${number}-${page}.pdf`);
      await writeFile(path, onePagePdf(`Document ${number}, page ${page}`, ['Rent', 'Utilities']));
      pages.push(path);
    }
    const file = join(folder, `Document ${number}.pdf`);
    qpdf(pages, file);
    files.push(file);
    const bytes = await readFile(file);
    await steps.answered(exported.loan, exported.account, [`Document ${number}.pdf`, bytes], {
      title: `Document ${number}`,
    });
  }
  const merged = join(folder, 'merged.pdf');
  const bare: Sample = async () => {
    const time = await measureMicroseconds(async () => qpdf(files, merged));
    await rm(merged);
    return time;
  };
  return {
    title: `PDF of ${PDFS} files with ${PAGES} pages each`,
    plan: world.plan({ rounds: 12, turn: 1, warmUp: 2 }),
    variants: { ours: madeExport(world, exported, 'PDF'), qpdf: bare, 'qpdf again': bare },
    figure: { over: ['ours'], under: ['qpdf'] },
    same: { over: ['qpdf again'], under: ['qpdf'] },
    close: () => Promise.resolve(),
  };
}

export const zipBar: Bar<FileWorld> = {
  number: 5,
  title: 'package zip, made and stored ÷ reading the objects and storing as many bytes',
  // Equivalent to at least 0.90 of the bare rate.
  target: 1 / 0.9,
  experiments: [openZip],
};

export const pdfBar: Bar<FileWorld> = {
  number: 6,
  title: 'PDF package, made and stored ÷ qpdf on local copies',
  target: 1.25,
  experiments: [openPdf],
};
