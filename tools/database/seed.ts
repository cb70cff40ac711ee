/**
 * npm run seed: creates the demo lender, if it does not exist. Uses the real object store, so that every demo file can
 * be opened. The worker processes the documents of the loans that a visitor sees first; with --unread it processes
 * none, which saves time in tests.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireDevelopment } from '@cairn/server/cli/require-development';
import { readConfig } from '@cairn/server/platform/config';
import {
  createTestData,
  type Account,
  type Company,
  type Element,
  type Label,
  type Loan,
  type Phase,
} from '@cairn/testing/factories/test-data';
import pg from 'pg';
import {
  ADMINISTRATOR,
  ACCOUNTANT,
  BORROWER,
  CO_BORROWER,
  COLORS,
  DEALT,
  FEATURED,
  FLAGS,
  INTERNAL,
  LABELS,
  INVITED,
  JOB_TITLES,
  NAMES,
  OFFICER,
  OTHER_LENDERS,
  PACKAGE,
  PASSWORD,
  PEOPLE,
  PHONES,
  PORTRAITS,
  PHASES,
  PURPOSES,
  SMALL_PHASES,
  SUBROLES,
  TYPES,
  type Colleague,
  type DemoLoan,
} from './demo-data.ts';
import { addApplications } from './demo-applications.ts';
import { deliverEmails } from './demo-deliveries.ts';
import { dueIn, expiresIn } from './demo-days.ts';
import { demoDocument } from './demo-documents.ts';
import { addBuyers, addDemoEntities } from './demo-entities.ts';
import { createRequestsFromTemplate, FROM_TEMPLATE, nameTemplate } from './demo-from-template.ts';
import { createDemoTemplates } from './demo-templates.ts';
import { openedAgo, rememberDocuments, rememberStays } from './demo-history.ts';
import { demoLogo } from './demo-logo.ts';
import { attachDocument, holdConversations } from './demo-messages.ts';
import { loadArticles } from '@cairn/server/modules/learning-center/starter-articles';
import { checkCredit } from './demo-credit.ts';
import { keepReplies } from './demo-saved-replies.ts';
import { fillSheet } from './demo-sources-uses.ts';
import { writeNotes } from './demo-notes.ts';
import { fillBells } from './demo-notifications.ts';
import { publishPortal } from './demo-portal.ts';
import { queueReading } from './demo-reading.ts';
import { sendReminders } from './demo-reminders.ts';
import { shareDocuments } from './demo-shares.ts';
import { demoPortrait } from './demo-portrait.ts';
import { fileEarlierItems, fillShoeboxes } from './demo-shoebox.ts';
import { keepViews } from './demo-views.ts';

requireDevelopment();
const config = readConfig();
const s3 = new S3Client({
  endpoint: config.store.endpoint,
  region: config.store.region,
  credentials: config.store.worker,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});
const client = new pg.Client(process.env['MIGRATION_DATABASE_URL']);
await client.connect();
const given = createTestData(client);

/** Returns the loan that is created from a template, whose requests do not exist yet. */
async function seed(): Promise<Loan> {
  const company = await given.company({
    name: 'Northgate Bank',
    subdomain: 'northgate',
    timezone_id: 'America/New_York',
    plan_name: 'Community',
    plan_max_active_loans: 250,
    plan_features: ['Applications', 'Secure upload', 'Spreadsheet template'],
  });
  await given.logo(company, demoLogo());
  const subroles = [];
  for (const name of SUBROLES) subroles.push(await given.subrole(company, name));
  const team = await hireTeam(company);
  await invitePeople(company, team.dana);
  const borrower = await given.account({ ...accountOf(BORROWER), password: PASSWORD });
  await showPeople({ ...team, elena: borrower });
  await given.account({ ...accountOf(ADMINISTRATOR), password: PASSWORD, platformAdmin: true });
  const phases = new Map<string, Phase>();
  for (const [name, category] of PHASES) {
    phases.set(name, await given.phase(company, { name, category }));
  }
  const labels = new Map<string, Label>();
  for (const [name, color] of LABELS) {
    labels.set(name, await given.label(company, { name, color }));
  }
  const plans = [...FEATURED, ...dealtLoans()];
  const loans = new Map<string, Loan>();
  for (const [number, plan] of plans.entries()) {
    const opened = daysFromNow(-openedAgo(plan, number));
    const loan = await openLoan(phases.get(plan.phase)!, plan, team, labels, opened);
    loans.set(plan.code, loan);
    const loanBorrower = plan.code === 'LKSP-2041' ? borrower : undefined;
    if (loanBorrower) {
      const role = await given.role(loan, loanBorrower, 'LEAD_BORROWER');
      await given.labelOn(loan, role, labels.get('First-time owner')!);
      await askOnto(company, loan, {
        by: team.dana,
        relatedRoleId: role,
        subroleId: subroles[0]!.id,
      });
    }
    await fillPackage(loan, plan, loanBorrower ?? team.dana, team.marcus);
    await addDemoEntities(given, client, loan, plan, number, loanBorrower);
  }
  await rememberStays(client, phases, plans);
  await rememberDocuments(client, phases.get('Document collection')!);
  const templates = await createDemoTemplates(given, client, company, team.dana);
  const fromTemplate = await openLoan(
    phases.get(FROM_TEMPLATE.phase)!,
    FROM_TEMPLATE,
    team,
    labels,
  );
  await given.packageOf(fromTemplate);
  await nameTemplate(client, fromTemplate, templates);
  await addBuyers(given, client, fromTemplate, FROM_TEMPLATE);
  const inquiry = phases.get('Inquiry')!;
  await addApplications({ given, client, loans, team, elena: borrower, inquiry, request });
  await keepViews(client, company, team.dana, phases);
  const people = { ...team, elena: borrower };
  await holdConversations(given, loans, people);
  await attachDocument(client, loans.get('LKSP-2041')!);
  await keepReplies(client, company, team.dana);
  await fillBells(client, loans, people);
  await publishPortal(client, company);
  await sendReminders(client, company, loans.get('LKSP-2041')!, people);
  await deliverEmails(client, company, loans.get('LKSP-2041')!, people);
  await writeNotes(client, company, loans.get('LKSP-2041')!, people);
  await fillSheet(client, loans.get('LKSP-2041')!, team.marcus);
  await checkCredit(given, client, loans, team.dana);
  await loadArticles(client);
  await shareDocuments(client, loans, team.dana);
  const demo = { given, client, keep: putObject };
  await fillShoeboxes(demo, company, loans, people);
  await fileEarlierItems(demo, loans.get('RDFN-2071')!, people.tom, team.dana);
  const other = await given.company({ name: 'Fairhaven Credit Union', subdomain: 'fairhaven' });
  const intake = await openPhases(other);
  for (const name of OTHER_LENDERS) await openPhases(await given.company({ name }));
  const officer = await given.employee(other, {
    ...accountOf(OFFICER),
    level: 'OWNER',
    password: PASSWORD,
  });
  const elsewhere = await given.loan(intake, {
    name: 'Saltmarsh Kayak Tours',
    shortCode: 'SLTM-0001',
  });
  await given.role(elsewhere, officer, 'LENDER');
  // Priya is a lender at Northgate and a borrower here, so she has two roles to switch between.
  await given.role(elsewhere, team.priya, 'BORROWER');
  await fillPackage(elsewhere, { answered: 0.25, approved: 0.1 }, team.priya, officer);
  if (!process.argv.includes('--unread')) {
    await queueReading(
      client,
      company.id,
      // The loan with files in its shoebox comes first, because it shows the most features.
      ['LKSP-2041', ...FEATURED.map(({ code }) => code)],
    );
  }
  return fromTemplate;
}

/** Creates the phases and returns the first one. */
async function openPhases(company: Company): Promise<Phase> {
  const phases: Phase[] = [];
  for (const [name, category] of SMALL_PHASES) {
    phases.push(await given.phase(company, { name, category }));
  }
  return phases[0]!;
}

const accountOf = ([givenName, familyName, emailAddress]: readonly [string, string, string]) => ({
  givenName,
  familyName,
  emailAddress,
});

async function hireTeam(company: Company): Promise<Record<Colleague, Account>> {
  const team = {} as Record<Colleague, Account>;
  for (const [key, person] of Object.entries(PEOPLE) as [Colleague, (typeof PEOPLE)[Colleague]][]) {
    team[key] = await given.employee(company, {
      ...accountOf(person),
      password: PASSWORD,
      level: key === 'dana' ? 'OWNER' : 'EMPLOYEE',
    });
    await client.query(
      'update cairn.employee_details set job_title = $1, phone = $2 where account_id = $3',
      [JOB_TITLES[key] ?? null, key === 'dana' ? '555-010-0142' : null, team[key].id],
    );
    await client.query('update cairn.employee set last_seen_at = $1 where account_id = $2', [
      daysFromNow(-[0.05, 1, 2, 5, 12][Object.keys(team).length - 1]!).toISOString(),
      team[key].id,
    ]);
  }
  return team;
}

async function showPeople(people: Record<Colleague | 'elena', Account>): Promise<void> {
  for (const [key, { id }] of Object.entries(people) as [Colleague | 'elena', Account][]) {
    const [portrait, phone] = [PORTRAITS[key], PHONES[key]];
    if (portrait) await given.avatar(id, demoPortrait(portrait));
    if (phone) {
      await client.query(
        'update cairn.account set phone = $1, phone_verified_at = now() where id = $2',
        [phone, id],
      );
    }
  }
}

/** Labels of team members, on all of their loans. */
const CARRIES: Partial<Record<Colleague, string>> = {
  priya: 'CDC involved',
  grace: 'Spanish speaking',
};
/** The first invitation has expired, so that the list shows both states. */
async function invitePeople(company: Company, by: Account): Promise<void> {
  for (const [index, person] of INVITED.entries()) {
    await given.invitation(company, by, {
      ...accountOf(person),
      sentAt: daysFromNow(index === 0 ? -9 : -1),
      expiresAt: daysFromNow(index === 0 ? -2 : 6),
    });
  }
}

async function askOnto(
  company: Company,
  loan: Loan,
  { by, ...related }: { by: Account; relatedRoleId: string; subroleId: string },
): Promise<void> {
  await given.invitation(company, by, { ...accountOf(CO_BORROWER), loan, sentAt: daysFromNow(-2) });
  const { id: invitationId } = await given.invitation(company, by, {
    ...accountOf(ACCOUNTANT),
    loan,
    role: 'KEY_CONTACT',
    sends: 0,
  });
  await given.relation(loan, { by, invitationId, phone: '555-010-0164', ...related });
}

const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000);
const dayFromNow = (days: number): string => daysFromNow(days).toISOString().slice(0, 10);

async function openLoan(
  phase: Phase,
  plan: DemoLoan,
  team: Record<Colleague, Account>,
  labels: Map<string, Label>,
  opened = new Date(),
): Promise<Loan> {
  const loan = await given.loan(phase, {
    name: plan.name,
    shortCode: plan.code,
    loanType: plan.type,
    loanPurpose: plan.purpose,
    amount: plan.amount,
    color: plan.color,
    closeDate: dayFromNow(plan.closesIn),
    phaseEnteredAt: daysFromNow(-plan.inPhase).toISOString(),
    createdAt: opened.toISOString(),
  });
  for (const [index, key] of plan.team.entries()) {
    const role = await given.role(loan, team[key], index === 0 ? 'LENDER' : 'UNDERWRITER_LENDER');
    const label = labels.get(CARRIES[key] ?? '');
    if (label) await given.labelOn(loan, role, label);
  }
  return loan;
}

/** Generates loans without randomness, so that every demo is the same. */
function dealtLoans(): DemoLoan[] {
  const colleagues = Object.keys(PEOPLE) as Colleague[];
  const loans: DemoLoan[] = [];
  let closed = 0;
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
        // Closed loans are spread over the last year, the most recently closed one first.
        closesIn: settled ? -2 - Math.round(closed++ * 8.4) : 22 + ((number * 17) % 120),
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
  plan: Pick<DemoLoan, 'answered' | 'approved'> & Partial<Pick<DemoLoan, 'closesIn'>>,
  uploader: Account,
  reviewer: Account,
) {
  const root = await given.packageOf(loan);
  const total = Object.values(PACKAGE).flat().length;
  let index = 0;
  for (const [order, [folderTitle, titles]] of Object.entries(PACKAGE).entries()) {
    const folder = await given.element(loan, {
      title: folderTitle,
      storageType: 'FOLDER',
      parent: root,
      displayOrder: order + 1,
    });
    for (const [title, description] of titles) {
      // Spreads the unanswered requests over all folders.
      const place = ((index * 7) % total) / total;
      const answered = place < plan.answered;
      const approved = answered && place < Math.min(plan.answered, plan.approved);
      const days = answered ? expiresIn(title, plan) : dueIn(plan, index, total);
      const day = days === undefined ? undefined : dayFromNow(days);
      await request(
        loan,
        folder,
        { title, description, ...(day && { [answered ? 'expirationDate' : 'dueDate']: day }) },
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

async function putObject(Key: string, Body: Buffer): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: config.store.vaultBucket, Key, Body }));
}

async function request(
  loan: Loan,
  parent: Element,
  texts: { title: string; description: string; dueDate?: string; expirationDate?: string },
  answer: { uploader: Account; reviewer?: Account } | undefined,
): Promise<void> {
  const { title, description } = texts;
  const element = { ...texts, parent, flags: FLAGS[title] ?? [] };
  if (!answer) {
    await given.element(loan, element);
    return;
  }
  const { givenName, familyName } = answer.uploader;
  const borrower = `${givenName} ${familyName}`;
  const digest = createHash('sha256').update(`${loan.name} ${title}`).digest();
  const facts = { title, description, loan: loan.name, borrower };
  const { name, content } = demoDocument({ ...facts, seed: digest.readUInt32LE(0) });
  const key = `demo/${loan.id}/${createHash('sha256').update(title).digest('hex').slice(0, 16)}`;
  await putObject(key, content);
  const document = await given.document(loan, answer.uploader, {
    name,
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
    ...element,
    answer: { documentId: document.id, by: answer.uploader },
    ...(answer.reviewer && { approvedBy: answer.reviewer }),
  });
}

const existing = await client.query('select from cairn.company where name = $1', [
  'Northgate Bank',
]);
if (existing.rowCount === 0) {
  await client.query('begin');
  const fromTemplate = await seed();
  await client.query('commit');
  await createRequestsFromTemplate(config, fromTemplate);
} else {
  console.log('demo data is there already');
}
console.log(`log in as ${PEOPLE.dana[2]} (lender), ${BORROWER[2]} (borrower)`);
console.log(`       ${PEOPLE.priya[2]} (a lender who also borrows)`);
console.log(`       or ${ADMINISTRATOR[2]} (administrator); password: ${PASSWORD}`);
await client.end();
s3.destroy();
