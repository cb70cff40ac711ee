/** npm run seed: the demo lender, once. Uses the real store, so that every demo file can be opened. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { readConfig } from '@cairn/server/platform/config';
import {
  Given,
  type Account,
  type Company,
  type Element,
  type Loan,
  type Phase,
} from '@cairn/testing/given';
import pg from 'pg';
import {
  ADMINISTRATOR,
  BORROWER,
  COLORS,
  DEALT,
  FEATURED,
  INTERNAL,
  NAMES,
  PACKAGE,
  PASSWORD,
  PEOPLE,
  PHASES,
  PURPOSES,
  TYPES,
  type Colleague,
  type DemoLoan,
} from './demo-data.ts';
import { onePagePdf } from './one-page-pdf.ts';

const config = readConfig();
const s3 = new S3Client({
  endpoint: config.store.endpoint,
  region: config.store.region,
  credentials: config.store,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});
const client = new pg.Client(process.env['MIGRATION_DATABASE_URL']);
await client.connect();
const given = new Given(client);

async function seed(): Promise<void> {
  const company = await given.company({ name: 'Northgate Bank' });
  const team = await hireTeam(company);
  const borrower = await given.account({ ...named(BORROWER), password: PASSWORD });
  await given.account({ ...named(ADMINISTRATOR), password: PASSWORD, platformAdmin: true });
  const phases = new Map<string, Phase>();
  for (const [index, [name, category]] of PHASES.entries()) {
    phases.set(name, await given.phase(company, { name, category, displayOrder: index }));
  }
  for (const plan of [...FEATURED, ...dealtLoans()]) {
    const loan = await openLoan(phases.get(plan.phase)!, plan, team);
    const theirs = plan.code === 'LKSP-2041' ? borrower : undefined;
    if (theirs) await given.role(loan, theirs, 'LEAD_BORROWER');
    await fillPackage(loan, plan, theirs ?? team.dana, team.marcus);
  }
  const other = await given.company({ name: 'Fairhaven Credit Union' });
  const officer = await given.employee(other, {
    level: 'OWNER',
    givenName: 'Noor',
    familyName: 'Haddad',
    emailAddress: 'noor.haddad@fairhaven.example',
    password: PASSWORD,
  });
  const elsewhere = await given.loan(await given.phase(other, { name: 'Intake' }), {
    name: 'Saltmarsh Kayak Tours',
    shortCode: 'SLTM-0001',
  });
  await given.role(elsewhere, officer, 'LENDER');
  // Lends at Northgate and borrows here: somebody with two roles to change between.
  await given.role(elsewhere, team.priya, 'BORROWER');
  await fillPackage(elsewhere, { answered: 0.25, approved: 0.1 }, team.priya, officer);
}

const named = ([givenName, familyName, emailAddress]: readonly [string, string, string]) => ({
  givenName,
  familyName,
  emailAddress,
});

async function hireTeam(company: Company): Promise<Record<Colleague, Account>> {
  const team = {} as Record<Colleague, Account>;
  for (const [key, person] of Object.entries(PEOPLE) as [Colleague, (typeof PEOPLE)[Colleague]][]) {
    team[key] = await given.employee(company, {
      ...named(person),
      password: PASSWORD,
      level: key === 'dana' ? 'OWNER' : 'EMPLOYEE',
    });
  }
  return team;
}

const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000);

async function openLoan(
  phase: Phase,
  plan: DemoLoan,
  team: Record<Colleague, Account>,
): Promise<Loan> {
  const loan = await given.loan(phase, {
    name: plan.name,
    shortCode: plan.code,
    loanType: plan.type,
    loanPurpose: plan.purpose,
    amount: plan.amount,
    color: plan.color,
    closeDate: daysFromNow(plan.closesIn).toISOString().slice(0, 10),
    phaseEnteredAt: daysFromNow(-plan.inPhase).toISOString(),
  });
  for (const [index, key] of plan.team.entries()) {
    await given.role(loan, team[key], index === 0 ? 'LENDER' : 'UNDERWRITER_LENDER');
  }
  return loan;
}

/** Dealt in turn rather than by chance: the demo is the same for everyone. */
function dealtLoans(): DemoLoan[] {
  const colleagues = Object.keys(PEOPLE) as Colleague[];
  const loans: DemoLoan[] = [];
  for (const [phase, count] of Object.entries(DEALT)) {
    for (let index = 0; index < count; index += 1) {
      const number = loans.length;
      const name = `${NAMES[number % NAMES.length]!}${number >= NAMES.length ? ` ${['II', 'West', 'Holdings', 'Group'][Math.floor(number / NAMES.length) - 1]}` : ''}`;
      const settled = ['Funded', 'Servicing', 'Paid off', 'Withdrawn'].includes(phase);
      const started = !['Inquiry', 'Prequalification'].includes(phase);
      loans.push({
        name,
        code: `${name
          .replaceAll(/[^A-Z]/gi, '')
          .slice(0, 4)
          .toUpperCase()}-${2100 + number}`,
        type: TYPES[(number * 5) % TYPES.length]!,
        purpose: PURPOSES[(number * 3) % PURPOSES.length]!,
        amount: 150_000 + ((number * 37) % 61) * 55_000,
        phase,
        closesIn: settled ? -30 - number * 9 : 22 + ((number * 17) % 120),
        inPhase: 1 + ((number * 7) % 32),
        color: COLORS[number % COLORS.length]!,
        team: [colleagues[number % 5]!, colleagues[(number * 2 + 1) % 5]!].filter(
          (k, i, all) => all.indexOf(k) === i,
        ),
        answered: settled ? 1 : started ? 0.2 + ((number * 13) % 70) / 100 : 0,
        approved: settled ? 1 : started ? ((number * 11) % 60) / 100 : 0,
      });
    }
  }
  return loans;
}

async function fillPackage(
  loan: Loan,
  plan: Pick<DemoLoan, 'answered' | 'approved'>,
  uploader: Account,
  reviewer: Account,
) {
  const root = await given.element(loan, {
    title: 'Package',
    storageType: 'FOLDER',
    displayOrder: 0,
  });
  const wanted = Object.values(PACKAGE).flat().length;
  let index = 0;
  for (const [order, [folderTitle, titles]] of Object.entries(PACKAGE).entries()) {
    const folder = await given.element(loan, {
      title: folderTitle,
      storageType: 'FOLDER',
      parent: root,
      displayOrder: order + 1,
    });
    for (const [title, description] of titles) {
      // Every third is skipped first, so that gaps are spread over the folders.
      const place = ((index * 7) % wanted) / wanted;
      const answered = place < plan.answered;
      const approved = answered && place < Math.min(plan.answered, plan.approved);
      await request(
        loan,
        folder,
        title,
        description,
        answered ? { uploader, ...(approved && { reviewer }) } : undefined,
      );
      index += 1;
    }
  }
  const closing = await given.element(loan, {
    title: 'Lender only',
    storageType: 'FOLDER',
    parent: root,
    displayOrder: 9,
    priorityType: 'HIDDEN',
  });
  for (const [title, description] of INTERNAL) {
    await given.element(loan, { title, description, parent: closing, flags: ['LENDER_ONLY'] });
  }
}

async function request(
  loan: Loan,
  parent: Element,
  title: string,
  description: string,
  answer: { uploader: Account; reviewer?: Account } | undefined,
): Promise<void> {
  if (!answer) {
    await given.element(loan, { title, description, parent });
    return;
  }
  const content = onePagePdf(title, [
    loan.name,
    'Made for the demonstration of Cairn.',
    description,
  ]);
  const key = `demo/${loan.id}/${createHash('sha256').update(title).digest('hex').slice(0, 16)}`;
  await s3.send(new PutObjectCommand({ Bucket: config.store.bucket, Key: key, Body: content }));
  const document = await given.document(loan, answer.uploader, {
    name: `${title}.pdf`,
    objectKey: key,
    size: content.length,
    createdAt: daysFromNow(-2).toISOString(),
  });
  await client.query('update cairn.document set sha256 = $1, crc32 = $2 where id = $3', [
    createHash('sha256').update(content).digest(),
    crc32(content),
    document.id,
  ]);
  await given.element(loan, {
    title,
    description,
    parent,
    answer: { documentId: document.id, by: answer.uploader },
    ...(answer.reviewer && { approvedBy: answer.reviewer }),
  });
}

const known = await client.query('select from cairn.company where name = $1', ['Northgate Bank']);
if (known.rowCount === 0) {
  await client.query('begin');
  await seed();
  await client.query('commit');
} else {
  console.log('demo data is there already');
}
console.log(`log in as ${PEOPLE.dana[2]} (lender), ${BORROWER[2]} (borrower)`);
console.log(`       ${PEOPLE.priya[2]} (a lender who also borrows)`);
console.log(`       or ${ADMINISTRATOR[2]} (administrator); password: ${PASSWORD}`);
await client.end();
s3.destroy();
