/** Purposes of a loan: the choices in forms, to which conditions refer. */
import { FACTS } from './conditions.ts';

export type LoanPurpose = (typeof FACTS)['loan.purpose']['words'][number];

export const LOAN_PURPOSES: Record<LoanPurpose, string> = {
  PURCHASE_REAL_ESTATE: 'Purchase of real estate',
  CONSTRUCTION: 'Construction',
  EQUIPMENT: 'Equipment',
  WORKING_CAPITAL: 'Working capital',
  REFINANCE: 'Refinance',
  ACQUISITION: 'Business acquisition',
  STARTUP: 'Start-up',
  LINE_OF_CREDIT: 'Line of credit',
};

/** A loan's purpose can be any text; conditions recognize only these purposes. */
export function purposeOf(text: string | null): LoanPurpose | undefined {
  const word = text?.trim().toLowerCase();
  const codes = Object.keys(LOAN_PURPOSES) as LoanPurpose[];
  return codes.find(
    (code) => word === code.toLowerCase() || word === LOAN_PURPOSES[code].toLowerCase(),
  );
}
