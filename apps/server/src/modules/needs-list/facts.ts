/** Facts about a loan and its entities, in the terms of conditions. */
import type { LoanType } from '@cairn/contract';
import type { Facts } from '@cairn/contract/conditions';
import {
  isAsset,
  type EntityKind,
  type EntityLabel,
  type Information,
} from '@cairn/contract/entity-fields';
import { BLOCK_NAME } from '@cairn/contract/naming';
import { purposeOf } from '@cairn/contract/purposes';
import type { BlockType } from '@cairn/contract/template-terms';
import { BORROWING, ownersOf, percentOf, type OwnershipRow } from '../entities/index.ts';
import type { AskedFact } from '@cairn/contract/fact-questions';
import type { Subject } from './needed-requests.ts';

export interface LoanToAsk {
  name: string;
  short_code: string;
  loan_type: LoanType;
  loan_purpose: string | null;
  amount: number | null;
}

export interface EntityToAsk {
  entity_id: string;
  kind: EntityKind;
  name: string;
  labels: readonly EntityLabel[];
  fields: Information;
}

/** A business younger than this counts as a start-up. */
const STARTUP_YEARS = 2;

export const blockOf = (kind: EntityKind): BlockType =>
  isAsset(kind) ? 'ASSET' : (kind as 'COMPANY' | 'INDIVIDUAL' | 'TRUST');

/** People's answers to fact questions; undefined if not answered. */
export type Answers = (fact: AskedFact, entityId: string | null) => boolean | undefined;
const NOT_ASKED: Answers = () => undefined;

function loanFacts(loan: LoanToAsk, answers: Answers): Facts {
  const purpose = purposeOf(loan.loan_purpose);
  return {
    'loan.amount': loan.amount ?? undefined,
    'loan.type': loan.loan_type,
    'loan.purpose': purpose,
    // A purpose from the list determines these facts; with a free-text purpose they are asked.
    'loan.hasConstruction':
      answers('loan.hasConstruction', null) ?? (purpose && purpose === 'CONSTRUCTION'),
    'loan.isChangeOfOwnership':
      answers('loan.isChangeOfOwnership', null) ?? (purpose && purpose === 'ACQUISITION'),
    'loan.isFranchise': answers('loan.isFranchise', null),
  };
}

const BUSINESS_KINDS: Record<string, string> = {
  SOLE_PROPRIETORSHIP: 'SOLE_PROP',
  PARTNERSHIP: 'PARTNERSHIP',
  LLC: 'LLC',
  S_CORP: 'CORPORATION',
  C_CORP: 'CORPORATION',
  NON_PROFIT: 'NON_PROFIT',
  TRUST: 'TRUST',
  INDIVIDUAL: 'INDIVIDUAL',
};
const COLLATERAL: Partial<Record<EntityKind, string>> = {
  REAL_ESTATE_ASSET: 'realEstate',
  EQUIPMENT_ASSET: 'equipment',
  BANK_ASSET: 'bankAsset',
  OTHER_ASSET: 'other',
};

function entityFacts(
  entity: EntityToAsk,
  ownership: number | undefined,
  { asOf, answers }: { asOf: Date; answers: Answers },
): Facts {
  const { kind, fields, labels, entity_id } = entity;
  const answered = answers('entity.isStartup', entity_id);
  const startup = kind === 'COMPANY' ? isStartup(fields, asOf, answered) : undefined;
  return {
    'entity.label': labels,
    'entity.kind': kind === 'COMPANY' ? BUSINESS_KINDS[String(fields['entityType'])] : kind,
    'entity.ownership': ownership,
    'entity.isStartup': startup,
    'collateral.kind': COLLATERAL[kind],
  };
}

/** The entity's information takes precedence, then the answer, then the date formed. */
function isStartup(
  fields: Information,
  asOf: Date,
  answered: boolean | undefined,
): boolean | undefined {
  const { isStartup: startupAnswer, formedOn } = fields;
  if (startupAnswer === 'YES' || startupAnswer === 'NO') return startupAnswer === 'YES';
  if (answered !== undefined) return answered;
  if (typeof formedOn !== 'string') return undefined;
  const since = new Date(asOf);
  since.setUTCFullYear(since.getUTCFullYear() - STARTUP_YEARS);
  return formedOn > since.toISOString().slice(0, 10);
}

/** The loan first, then its entities in the order in which they were added. */
export function subjectsOf(
  loan: LoanToAsk,
  entities: readonly EntityToAsk[],
  shares: readonly OwnershipRow[],
  asOf: Date,
  answers: Answers = NOT_ASKED,
): Subject[] {
  const names = new Map(shares.map((share) => [share.ownerId, share.ownerName]));
  const parts = partsIn(entities, shares);
  const ownersIn = (id: string) =>
    [...ownersOf(id, shares)].map(([ownerId, part]) => ({
      id: ownerId,
      name: names.get(ownerId) ?? '',
      share: percentOf(part),
    }));
  const ofLoan = loanFacts(loan, answers);
  const context = { asOf, answers };
  const values = { loanName: loan.name, shortCode: loan.short_code.toUpperCase() };
  const applicant = entities.find(({ labels }) => labels.length > 0);
  return [
    {
      entityId: null,
      name: null,
      block: 'LOAN',
      // A request for the loan as a whole can depend on facts of the borrowers.
      facts: { ...(applicant && entityFacts(applicant, undefined, context)), ...ofLoan },
      values,
      owners: applicant ? ownersIn(applicant.entity_id) : [],
    },
    ...entities.map((entity): Subject => {
      const block = blockOf(entity.kind);
      const { street, city } = entity.fields;
      return {
        entityId: entity.entity_id,
        name: entity.name,
        block,
        facts: { ...entityFacts(entity, parts?.get(entity.entity_id), context), ...ofLoan },
        values: {
          ...values,
          [BLOCK_NAME[block]]: entity.name,
          ...(street && { propertyAddress: [street, city].filter(Boolean).join(', ') }),
        },
        owners: ownersIn(entity.entity_id),
      };
    }),
  ];
}

/** Each person's largest share in a borrower; unknown until owners are entered. */
function partsIn(entities: readonly EntityToAsk[], shares: readonly OwnershipRow[]) {
  const borrowing = entities.filter(({ labels }) =>
    labels.some((each) => BORROWING.includes(each)),
  );
  const owned = borrowing.map(({ entity_id }) => ownersOf(entity_id, shares));
  if (owned.every((owners) => owners.size === 0)) return undefined;
  return new Map(
    entities.map(({ entity_id }) => [
      entity_id,
      Math.max(
        0,
        ...owned.map((owners) => {
          const part = owners.get(entity_id);
          return part ? percentOf(part) : 0;
        }),
      ),
    ]),
  );
}
