/** Aims of the calls about a company's email texts. */
import type { emailTexts } from '@cairn/contract/email-texts';
import { COMPANY, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const byCompany = ({ companyId }: Target): Aimed => ({ params: { companyId } });
const withText: Aim = {
  scopes: COMPANY,
  at: (target) => ({
    ...byCompany(target),
    body: { kind: 'REQUESTS', subject: 'Documents for {loan}', opening: null },
  }),
};

export const EMAIL_TEXT_AIMS: Record<keyof typeof emailTexts, Aim> = {
  listEmailTexts: { scopes: COMPANY, at: byCompany },
  updateEmailText: withText,
  previewEmailText: withText,
};
