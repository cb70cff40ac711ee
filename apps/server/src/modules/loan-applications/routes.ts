import { applicationRolesOf, type LoanEntity } from '@cairn/contract';
import { loanApplications } from '@cairn/contract/loan-applications';
import { ASSET_KINDS, type EntityKind } from '@cairn/contract/entity-fields';
import type { BlockType } from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import { routes, type Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import { hashToken } from '../../platform/crypto.ts';
import type { Db, Reads, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';
import { companySeenBy } from '../companies/index.ts';
import type { CreditSettings } from '../credit/index.ts';
import { BUSINESS_KINDS } from '../entities/index.ts';
import { invitedToLoan, presentInvitation } from '../invitations/index.ts';
import { isLeadBorrower } from '../loans/index.ts';
import { isLending } from '../loan-members/index.ts';
import { createApplication } from './create-application.ts';
import {
  addEntity,
  addSelf,
  removeEntity,
  updateApplication,
  updateEntity,
} from './edit-application.ts';
import { elementsOf, trashElements } from './elements.ts';
import { applicationSeenBy } from './find-application.ts';
import { inviteIndividual } from './invite-individual.ts';
import { pageOf, type List } from './list-store.ts';
import { listOffered } from './offered-templates-store.ts';
import { applicationPolicy, seeingPolicy } from './policy.ts';
import { applicationNow, presentSummary } from './present.ts';
import {
  finishReview,
  startReview,
  submitApplication,
  submitOwnInfo,
  withdrawApplication,
} from './steps.ts';
import { findLender } from './store.ts';

interface Deps {
  readonly keys: CompanyKeys;
  readonly db: Db;
  readonly credit: CreditSettings;
}
type All = Handlers<typeof loanApplications>;

export const applicationRoutes = ({ keys, db, credit }: Deps) => {
  /** Offered templates are public; they are read in the lender's scope. */
  const asLender = (companyId: string): Reads => db.reads({ kind: 'company', companyId });

  const presentOffered = async (
    { actor, params: { lenderId } }: Parameters<All['listCompanyTemplates']>[0],
    blockType: BlockType,
  ) => {
    const reads = asLender(lenderId);
    const lender = await findLender(reads, lenderId, actor.accountId);
    if (!lender || lenderId === PLATFORM_COMPANY) throw new ApiError('NOT_FOUND');
    return { templates: await listOffered(reads, lenderId, blockType) };
  };

  const listApplications = async (
    { actor, params, query, reads }: Parameters<All['listLenderApplications']>[0],
    list: List,
  ) => {
    await companySeenBy(reads, actor, params.id);
    return presentPage(reads, actor, list, { ...query, lenderId: params.id });
  };

  const stepped =
    (
      step: (
        stepping: { tx: Tx; keys: CompanyKeys; actor: Actor },
        loanId: string,
      ) => ReturnType<typeof startReview>,
    ) =>
    ({ actor, params, write }: Parameters<All['startReview']>[0]) =>
      write((tx) => step({ tx, keys, actor }, params.loanId));

  const changeEntity = (
    { actor, params, body, write }: Parameters<All['updateApplicationBusiness']>[0],
    kinds: readonly EntityKind[],
  ): Promise<LoanEntity> =>
    write((tx) =>
      updateEntity(
        { tx, keys, actor },
        { ...body, loanId: params.applicationId, entityId: params.entityId },
        kinds,
      ),
    );

  return routes(loanApplications, {
    createApplication: ({ actor, params, body, write, http }) =>
      write((tx) =>
        createApplication(tx, {
          keys,
          actor,
          lenderId: params.lenderId,
          body,
          session: hashToken(http.sessionToken ?? ''),
        }),
      ),
    updateApplication: ({ actor, params, body, write }) =>
      write((tx) => updateApplication({ tx, keys, actor }, params.id, body)),

    addApplicationBusiness: ({ actor, body: { loanId, type, information, labels }, write }) =>
      write((tx) => addEntity({ tx, keys, actor }, loanId, { kind: type, information }, labels)),
    addApplicationIndividual: ({ actor, body, write }) =>
      write((tx) => {
        if (body.self) return addSelf({ tx, keys, actor }, body);
        const { loanId, information, labels } = body;
        return addEntity({ tx, keys, actor }, loanId, { kind: 'INDIVIDUAL', information }, labels);
      }),
    addApplicationCollateral: ({ actor, body: { loanId, type, information }, write }) =>
      write((tx) => addEntity({ tx, keys, actor }, loanId, { kind: type, information }, [])),
    updateApplicationBusiness: (call) => changeEntity(call, BUSINESS_KINDS),
    updateApplicationIndividual: (call) => changeEntity(call, ['INDIVIDUAL']),
    updateApplicationCollateral: ({ actor, body, write }) =>
      write((tx) => updateEntity({ tx, keys, actor }, body, ASSET_KINDS)),
    removeApplicationEntity: ({ actor, params, write }) =>
      write((tx) => removeEntity({ tx, keys, actor }, params)),

    getApplication: async ({ actor, params, reads }) => {
      await applicationSeenBy(reads, actor, params.id);
      return applicationNow(reads, keys, actor, params.id);
    },
    listApplications: async ({ actor, query, reads }) => {
      authorize(seeingPolicy, 'see', actor, 'many');
      return presentPage(reads, actor, 'all', query);
    },
    listOpenApplications: (call) => listApplications(call, 'open'),
    listRejectedApplications: (call) => listApplications(call, 'rejected'),
    listLenderApplications: (call) => listApplications(call, 'all'),

    listApplicationElements: async ({ actor, params, query, reads }) => {
      await applicationSeenBy(reads, actor, params.loanId);
      return { elements: await elementsOf(reads, actor, params.loanId, query) };
    },
    removeApplicationElements: ({ actor, query, body, write }) =>
      write((tx) => trashElements(tx, actor, body, query)),

    submitOwnInfo: stepped(submitOwnInfo),
    submitApplication: stepped(submitApplication(credit)),
    withdrawApplication: stepped(withdrawApplication),
    startReview: stepped(startReview),
    finishReview: ({ actor, params, body, write }) =>
      write((tx) => finishReview({ tx, keys, actor }, params.loanId, body)),

    inviteIndividualAsBorrower: ({ actor, params, write }) =>
      write((tx) => inviteIndividual(tx, actor, params)),
    listApplicationInvites: async ({ actor, params, reads }) => {
      const { loan } = await applicationSeenBy(reads, actor, params.loanId);
      authorize(applicationPolicy, 'seeInvites', actor, loan);
      const rows = await reads.run(invitedToLoan(loan.company_id, loan.id));
      // The lead borrower must not see invited lenders.
      const invites = rows.filter(
        ({ role }) => role && !(isLeadBorrower(loan) && isLending({ role })),
      );
      return {
        invites: invites.map((row) => {
          const { company: _, ...invitation } = presentInvitation(row);
          return invitation;
        }),
      };
    },

    listCompanyTemplates: (call) => presentOffered(call, 'COMPANY'),
    listTrustTemplates: (call) => presentOffered(call, 'TRUST'),
    listLoanTemplatesOffered: (call) => presentOffered(call, 'LOAN'),
    listAssetTemplates: (call) => presentOffered(call, 'ASSET'),
    listTemplatesOfApplication: async ({ actor, params, reads }) => {
      const { loan } = await applicationSeenBy(reads, actor, params.loanId);
      const templates = await listOffered(asLender(loan.company_id), loan.company_id);
      const byBlock = Map.groupBy(templates, ({ blockType }) => blockType);
      const of = (blockType: BlockType) => byBlock.get(blockType) ?? [];
      return {
        LOAN: of('LOAN'),
        COMPANY: of('COMPANY'),
        INDIVIDUAL: of('INDIVIDUAL'),
        TRUST: of('TRUST'),
        ASSET: of('ASSET'),
      };
    },

    listApplicationRoles: async ({ actor, params, reads }) => {
      const company = await companySeenBy(reads, actor, params.companyId);
      return { roles: applicationRolesOf(company.application_roles) };
    },
  });
};

async function presentPage(
  reads: Reads,
  actor: Actor,
  list: List,
  query: Parameters<typeof pageOf>[3],
) {
  const { rows, nextCursor } = await pageOf(reads, actor, list, query);
  return { applications: rows.map(presentSummary), nextCursor };
}
