/** Texts and colors of a lender's pages that are shown before login. */
import type { LoanType } from './constants.ts';

/** Default texts, used where the lender has not written its own. */
export const LOAN_TYPE_TEXTS: Record<LoanType, string> = {
  SBA_7A: 'Buy a business, property or equipment, or add working capital. Up to $5 million.',
  SBA_7A_SMALL: 'The same uses as SBA 7(a), with less paperwork. Up to $500,000.',
  SBA_EXPRESS: 'A faster SBA loan or line of credit. Up to $500,000.',
  SBA_504: 'Buy or build property your business will use. Often 10% down.',
  USDA_BI: 'For businesses that create jobs in rural areas.',
  CONVENTIONAL_CRE: 'Buy or refinance commercial real estate.',
  CONVENTIONAL_CI: 'A set amount for your business, repaid in monthly payments.',
  EQUIPMENT: 'Buy machines or vehicles. They secure the loan.',
  LINE_OF_CREDIT: 'Borrow, repay and borrow again as needed.',
  CONSTRUCTION: 'Build or renovate. The money is paid out as the work progresses.',
};
/** The default text for a template that is not limited to one loan type. */
export const ANY_LOAN_TEXT = 'Tell us what you need, and we’ll find the loan that fits.';

export const PORTAL_LIMITS = {
  welcome: 500,
  contact: 100,
  legalLine: 200,
  loanText: 200,
  applyMinutes: 240,
  responseDays: 60,
} as const;

/** WCAG 2.2: relative luminance of a color like #12365F. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever has the higher contrast on the color; it is at least 4.5:1 on every color. */
export const textColorOn = (color: string): '#FFFFFF' | '#000000' =>
  contrast(color, '#FFFFFF') >= contrast(color, '#000000') ? '#FFFFFF' : '#000000';
