/**
 * The people of an application, which of them have confirmed their information, and what is missing before it can be
 * submitted.
 */
import { OWN_INFORMATION, type ApplicationStep } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries } from '../../platform/db/db.ts';
import { entitiesOfLoan, openerFor, type LoanEntityRow } from '../entities/index.ts';
import { applicationStateOf, isLeadBorrower, lends, type LoanStanding } from '../loans/index.ts';
import { invitedAddresses, statementsOn, type ApplicationRow } from './store.ts';

export interface PersonIn {
  row: LoanEntityRow;
  /** Borrowers, guarantors and the lead: the application cannot be submitted without their confirmation. */
  required: boolean;
  invited: boolean;
  /** When they confirmed that it is complete; null also if it has changed since. */
  saidAt: string | null;
  /** Required information that is missing. */
  missing: readonly string[];
}

export interface Contents {
  entities: LoanEntityRow[];
  people: PersonIn[];
}

/** Limited to what the caller sees. */
export async function contentsOf(
  reads: Queries,
  keys: CompanyKeys,
  actor: Actor,
  application: ApplicationRow,
): Promise<Contents> {
  const entities = await entitiesOfLoan(reads, actor, application.id);
  const individuals = entities.filter(({ kind }) => kind === 'INDIVIDUAL');
  const open = await openerFor(keys, reads, application.company_id, individuals);
  const statements = new Map(
    (await statementsOn(reads, application)).map((each) => [each.entity_id, each]),
  );
  const invitedAddressesOnLoan = await invitedAddresses(reads, application);
  const people = individuals.map((row): PersonIn => {
    const information = { ...row.fields, ...open(row.id, row) };
    const missing = OWN_INFORMATION.filter((name) => (information[name] ?? '') === '');
    const statement = statements.get(row.id);
    const holds = statement && !statement.overtaken && missing.length === 0;
    return {
      row,
      required:
        row.labels.some((label) => label === 'APPLICANT' || label === 'GUARANTOR') ||
        application.leaders.includes(row.account_id ?? ''),
      invited: invitedAddressesOnLoan.has(addressOf(row)?.toLowerCase() ?? ''),
      saidAt: holds ? statement.own_info_submitted_at : null,
      missing,
    };
  });
  return { entities, people };
}

export const addressOf = ({ fields }: LoanEntityRow): string | null =>
  typeof fields['emailAddress'] === 'string' ? fields['emailAddress'] : null;

export const ownIn = ({ people }: Contents, { accountId }: Actor): PersonIn | undefined =>
  people.find(({ row }) => row.account_id === accountId);

export interface MissingStep {
  step: ApplicationStep;
  text: string;
}

/** A caller who is neither lead borrower nor lender sees only what they can complete themselves. */
export function missingStepsFor(
  actor: Actor,
  loan: LoanStanding,
  application: ApplicationRow,
  contents: Contents,
): MissingStep[] {
  if (applicationStateOf(application.state, application.status) !== 'DRAFT') return [];
  const all = missingSteps(actor, application, contents);
  const seesAll = isLeadBorrower(loan) || lends(actor, loan) || actor.companyId === loan.company_id;
  return seesAll ? all : all.filter(({ step }) => step === 'own-info');
}

export function missingSteps(
  actor: Actor,
  { amount, loan_purpose, leaders }: ApplicationRow,
  { entities, people }: Contents,
): MissingStep[] {
  const lacking: MissingStep[] = [];
  const say = (step: ApplicationStep, text: string) => lacking.push({ step, text });
  if (!entities.some(({ labels }) => labels.includes('APPLICANT'))) {
    say('business', 'Add the borrower.');
  }
  if (amount === null) say('business', 'Enter how much you want to borrow.');
  if (loan_purpose === null) say('business', 'Choose what the loan is for.');
  for (const { name, kind, labels, owners_version } of entities) {
    if (kind === 'COMPANY' && labels.includes('APPLICANT') && owners_version === 0) {
      say('people', `Enter who owns ${name}.`);
    }
  }
  const memberIds = new Set(people.map(({ row }) => row.account_id));
  if (leaders.includes(actor.accountId) && !memberIds.has(actor.accountId)) {
    say('people', 'Add yourself to the application.');
  } else if (leaders.length === 0) {
    say('people', 'The person asked to lead the application has to accept.');
  } else if (!leaders.some((leader) => memberIds.has(leader))) {
    say('people', 'The lead borrower has to be part of the application.');
  }
  for (const { row, required, saidAt } of people) {
    if (!required || saidAt !== null) continue;
    if (row.account_id === actor.accountId) {
      say('own-info', 'Complete your own information and confirm it.');
    } else if (row.account_id === null) {
      say('people', `Invite ${row.name} to complete their own information.`);
    } else {
      say('people', `${row.name} has to complete their own information.`);
    }
  }
  return lacking;
}
