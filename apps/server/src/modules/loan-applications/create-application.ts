/** Creates an application: a loan in its first state, with lead borrower, borrowing entity and requests. */
import { DEFAULT_COLOR, MAX_DRAFTS, TEXT_MAX, type LoanApplication } from '@cairn/contract';
import { nameOf } from '@cairn/contract/entity-fields';
import type { loanApplications } from '@cairn/contract/loan-applications';
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { cutTo } from '../../platform/unicode.ts';
import { requestByTemplate, newestOf } from '../needs-list/index.ts';
import {
  changeEntity,
  checkEntityInformation,
  createOnLoan,
  ownIndividual,
} from '../entities/index.ts';
import { enterRole, findAccountById } from '../auth/index.ts';
import { inviteToLoan, listPerson } from '../invitations/index.ts';
import {
  createLoan,
  findFirstPhase,
  insertLoanRoles,
  loanWithStanding,
  type LoanStanding,
} from '../loans/index.ts';
import { refuseBeyondPlan } from '../companies/index.ts';
import { recordForPerson } from '../loan-members/index.ts';
import { findTemplate } from '../templates/index.ts';
import { findOffered, type OfferedRow } from './offered-templates-store.ts';
import { applicationPolicy, applyingPolicy } from './policy.ts';
import { applicationNow } from './present.ts';
import { draftsOf, findLender, insertApplication, savePerson } from './store.ts';

export type NewApplication = Parameters<
  Handlers<typeof loanApplications>['createApplication']
>[0]['body'];

interface Call {
  readonly keys: CompanyKeys;
  readonly actor: Actor;
  readonly lenderId: string;
  readonly body: NewApplication;
  /** Hash of the token of the calling session. */
  readonly session: Buffer;
}

/** The lead borrower: the caller, or the person named by an employee. */
interface Leader {
  readonly givenName: string;
  readonly familyName: string;
  readonly emailAddress: string;
}

export async function createApplication(tx: Tx, call: Call): Promise<LoanApplication> {
  const { actor, keys, session } = call;
  const byStaff = isStaff(actor);
  const leader = byStaff ? await ledByAnother(tx, call) : await ledByCaller(tx, call);
  // An applicant acts as a borrower, whatever role they are logged in with.
  const actingAs: Actor = byStaff ? actor : { ...actor, roleLevel: 'BORROWER' };
  const loan = await begin(tx, { ...call, actor: actingAs }, leader);
  await placeWhoBorrows(tx, { ...call, actor: actingAs }, loan, leader);
  // Recorded without the applicant as their author, so that they cannot trash the template's requests.
  await requestByTemplate(tx, actingAs, loan, byStaff ? actor.accountId : null);
  if (actingAs.roleLevel !== actor.roleLevel) {
    const role = { role_level: actingAs.roleLevel, company_id: null, company_name: null };
    await enterRole(tx, actor, session, role, false);
  }
  return applicationNow(tx, keys, actingAs, loan.id);
}

/** Continues in the lender's scope, where the caller has no role yet. */
async function ledByCaller(tx: Tx, { actor, lenderId, body }: Call): Promise<Leader> {
  authorize(applyingPolicy, 'apply', actor, { lender_id: lenderId, my_level: null });
  if (body.borrower)
    throw invalidField('borrower', 'Only an employee of the lender can apply for someone else');
  await tx.enterCompany(lenderId, 'BORROWER');
  if (lenderId === PLATFORM_COMPANY || !(await findLender(tx, lenderId, actor.accountId))) {
    throw new ApiError('NOT_FOUND');
  }
  if ((await draftsOf(tx, lenderId, actor.accountId)) >= MAX_DRAFTS) {
    throw new ApiError('TOO_MANY_APPLICATIONS');
  }
  const account = await findAccountById(tx, actor.accountId);
  if (!account) throw new ApiError('NOT_FOUND');
  await listPerson(tx, lenderId, account);
  const [before = 'Unnamed'] = account.email_address.split('@');
  return {
    givenName: account.given_name ?? before,
    familyName: account.family_name ?? before,
    emailAddress: account.email_address,
  };
}

async function ledByAnother(tx: Tx, { actor, lenderId, body }: Call): Promise<Leader> {
  const lender = await findLender(tx, lenderId, actor.accountId);
  if (!lender || actor.companyId !== lenderId) throw new ApiError('NOT_FOUND');
  authorize(applyingPolicy, 'applyFor', actor, { ...lender, lender_id: lenderId });
  if (!body.borrower) throw invalidField('borrower', 'Required');
  return body.borrower;
}

async function begin(tx: Tx, call: Call, leader: Leader): Promise<LoanStanding> {
  const { actor, lenderId, body } = call;
  const template = await templateFor(tx, call);
  const name = body.name ?? cutTo(nameAfter(body, leader), TEXT_MAX);
  const { loanType, loanPurpose, amount } = body;
  // Applications of borrowers are always accepted, even beyond the plan.
  if (isStaff(actor)) await refuseBeyondPlan(tx, lenderId, 1);
  const key = await createLoan(
    tx,
    actor,
    { name, loanType, loanPurpose, amount, color: DEFAULT_COLOR, closeDate: null },
    template,
    template,
    await findFirstPhase(tx, lenderId, 'LEAD'),
  );
  const role = isStaff(actor) ? 'LENDER' : 'LEAD_BORROWER';
  await insertLoanRoles(tx, key, [{ id: newId(), accountId: actor.accountId, role }]);
  await insertApplication(tx, key, { templateName: template.name, actorId: actor.accountId });
  recordEvent(tx, {
    kind: 'application.created',
    companyId: lenderId,
    actorId: actor.accountId,
    loanId: key.id,
    changes: ['application', 'loan', 'loanList', 'phase'],
    detail: { templateId: template.id, version: template.version, forAnother: isStaff(actor) },
  });
  recordForPerson(tx, actor, actor.accountId, 'person.joinedLoan');
  return loanWithStanding(tx, actor, key.id, 'lock');
}

/** People outside the company get NOT_FOUND for a template that is not offered. */
async function templateFor(tx: Tx, { actor, lenderId, body }: Call): Promise<OfferedRow> {
  const offered = await findOffered(tx, lenderId, body.templateId);
  if (offered?.block_type === 'LOAN') return offered;
  const template = offered ?? (await findTemplate(tx, actor, body.templateId));
  if (!template || template.company_id !== lenderId) throw new ApiError('NOT_FOUND');
  if ('published_version' in template) newestOf(template);
  throw new ApiError('TEMPLATE_DOES_NOT_FIT');
}

function nameAfter({ entity }: NewApplication, { givenName, familyName }: Leader): string {
  if (!entity || entity.type === 'INDIVIDUAL') return `${givenName} ${familyName}`;
  const information = checkEntityInformation(
    entity.type,
    entity.information,
    'whole',
    'entity.information',
  );
  return nameOf(entity.type, information);
}

/** Adds the business and the lead borrower, who guarantees its loan or is the borrower. */
async function placeWhoBorrows(
  tx: Tx,
  { keys, actor, body }: Call,
  standing: LoanStanding,
  leader: Leader,
): Promise<void> {
  const loan = authorize(applicationPolicy, 'edit', actor, standing);
  const { entity } = body;
  const path = 'entity.information';
  const alone = !entity || entity.type === 'INDIVIDUAL';
  if (!alone) {
    const business = { kind: entity.type, information: entity.information, path };
    await createOnLoan(tx, keys, actor, loan, business, ['APPLICANT']);
  }
  const labels = [alone ? ('APPLICANT' as const) : ('GUARANTOR' as const)];
  const information = alone && entity ? entity.information : {};
  if (!isStaff(actor)) {
    const individual = await ownIndividual(tx, keys, actor, { loanId: loan.id, labels });
    if (Object.keys(information).length === 0) return;
    await changeEntity(tx, keys, actor, individual.id, { information }, ['INDIVIDUAL'], path);
    return;
  }
  const individual = {
    kind: 'INDIVIDUAL' as const,
    information: { ...information, ...leader },
    path,
  };
  const entityId = await createOnLoan(tx, keys, actor, loan, individual, labels);
  const invitation_id = await inviteToLoan(tx, {
    companyId: loan.company_id,
    invitedBy: actor.accountId,
    loanId: loan.id,
    role: 'LEAD_BORROWER',
    person: leader,
  });
  await savePerson(tx, loan, entityId, { invitation_id });
}
