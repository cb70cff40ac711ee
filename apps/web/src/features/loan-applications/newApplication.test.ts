import { expect, it } from 'vitest';
import { asRequest, EMPTY, errorsIn, optionOf } from './newApplication.ts';

const filledIn = {
  ...EMPTY,
  templateId: 't',
  amount: '$250,000',
  loanPurpose: 'Working capital',
  legalName: ' Larkspur Bakery LLC ',
  entityType: 'LLC',
};

it('asks for what, how much, what for and who borrows', () => {
  expect(Object.keys(errorsIn(EMPTY)).toSorted()).toEqual([
    'amount',
    'entityType',
    'legalName',
    'loanPurpose',
    'templateId',
  ]);
  expect(errorsIn(filledIn)).toEqual({});
  expect(errorsIn({ ...EMPTY, borrows: 'INDIVIDUAL' })).not.toHaveProperty('legalName');
});

it('asks for the type where the template leaves it open', () => {
  expect(errorsIn({ ...filledIn, loanType: '' })).toHaveProperty('loanType');
  expect(asRequest({ ...filledIn, loanType: 'EQUIPMENT' })).toHaveProperty('loanType', 'EQUIPMENT');
});

it('an employee says for whom', () => {
  const borrower = { givenName: 'Iris', familyName: 'Vale', emailAddress: 'iris' };
  expect(errorsIn({ ...filledIn, borrower })).toHaveProperty(['borrower.emailAddress']);
});

it('sends dollars, and the business as its fields have it', () => {
  expect(asRequest(filledIn)).toEqual({
    templateId: 't',
    amount: 250_000,
    loanPurpose: 'Working capital',
    entity: {
      type: 'COMPANY',
      information: { legalName: 'Larkspur Bakery LLC', entityType: 'LLC' },
    },
  });
  expect(asRequest({ ...filledIn, borrows: 'INDIVIDUAL' })).not.toHaveProperty('entity');
});

it('says which kind of loan it is where the name does not', () => {
  const offered = { id: 't', blockType: 'LOAN', entityType: null, documents: 1 } as const;
  const wordsOf = (name: string) => optionOf({ ...offered, name, loanType: 'SBA_7A' }).text;
  expect([wordsOf('Start here'), wordsOf('SBA 7(a)')]).toEqual(['SBA 7(a)', '']);
});
