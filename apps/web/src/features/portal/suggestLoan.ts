import type { Portal } from '@cairn/contract';
import type { LoanType } from '@cairn/contract/constants';

type Offer = Portal['offers'][number];

/** Three questions for a person who does not know which loan fits. */
export const QUESTIONS = {
  purpose: {
    label: 'What is the money for?',
    choices: {
      PROPERTY: 'Buy or refinance property',
      BUILD: 'Build or renovate',
      EQUIPMENT: 'Buy equipment or vehicles',
      BUSINESS: 'Buy or start a business',
      CASH: 'Cover day-to-day costs',
    },
  },
  amount: {
    label: 'About how much do you need?',
    choices: {
      SMALL: 'Up to $500,000',
      MEDIUM: '$500,000 to $5 million',
      LARGE: 'More than $5 million',
    },
  },
  use: {
    label: 'How will you use it?',
    choices: {
      ONCE: 'One set amount, repaid monthly',
      AGAIN: 'Borrow and repay as needed',
    },
  },
} as const;

export type Question = keyof typeof QUESTIONS;
export type LoanAnswers = {
  [Q in Question]: keyof (typeof QUESTIONS)[Q]['choices'];
};

/** Loan types by purpose, best match first. The amount limits below are those of the texts about the loan types. */
const FITS: Record<LoanAnswers['purpose'], readonly LoanType[]> = {
  PROPERTY: ['SBA_504', 'CONVENTIONAL_CRE', 'SBA_7A', 'SBA_7A_SMALL', 'USDA_BI'],
  BUILD: ['CONSTRUCTION', 'SBA_504', 'SBA_7A', 'SBA_7A_SMALL', 'USDA_BI'],
  EQUIPMENT: ['EQUIPMENT', 'SBA_7A_SMALL', 'SBA_EXPRESS', 'SBA_7A', 'CONVENTIONAL_CI', 'USDA_BI'],
  BUSINESS: ['SBA_7A_SMALL', 'SBA_7A', 'CONVENTIONAL_CI', 'USDA_BI'],
  CASH: ['SBA_EXPRESS', 'SBA_7A_SMALL', 'SBA_7A', 'CONVENTIONAL_CI', 'USDA_BI'],
};
const UP_TO_500_000: readonly LoanType[] = ['SBA_7A_SMALL', 'SBA_EXPRESS'];
const UP_TO_5_MILLION: readonly LoanType[] = ['SBA_7A'];

function fitsAmount(type: LoanType, amount: LoanAnswers['amount']): boolean {
  if (amount !== 'SMALL' && UP_TO_500_000.includes(type)) return false;
  return amount !== 'LARGE' || !UP_TO_5_MILLION.includes(type);
}

/**
 * Suggests one of the lender's offers. If no loan type fits, this is the offer without a loan type, if there is one.
 */
export function suggestLoan(
  offers: readonly Offer[],
  { purpose, amount, use }: LoanAnswers,
): Offer | undefined {
  const types: LoanType[] = FITS[purpose].filter((type) => fitsAmount(type, amount));
  if (use === 'AGAIN') types.unshift('LINE_OF_CREDIT');
  const [best] = types.filter((type) => offers.some(({ loanType }) => loanType === type));
  return offers.find(({ loanType }) => loanType === (best ?? null));
}
