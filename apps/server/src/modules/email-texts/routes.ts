import { EMAIL_KINDS } from '@cairn/contract';
import { emailTexts } from '@cairn/contract/email-texts';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries } from '../../platform/db/db.ts';
import { findTexts } from '../../platform/email/texts.ts';
import { routes } from '../../platform/handler.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { companyPolicy, companySeenBy, type CompanyRow } from '../companies/index.ts';
import { previewText } from './preview-text.ts';
import { saveText } from './store.ts';

const presentTexts = async (reads: Queries, actor: Actor, company: CompanyRow) => {
  const texts = await findTexts(reads, company.id);
  return {
    texts: EMAIL_KINDS.map((kind) => ({
      kind,
      subject: texts[kind]?.subject ?? null,
      opening: texts[kind]?.opening ?? null,
    })),
    abilities: { edit: companyPolicy.edit(actor, company) },
  };
};

/** Employees read the texts; owners change them. */
export const emailTextRoutes = ({ site }: { site: string }) =>
  routes(emailTexts, {
    listEmailTexts: async ({ actor, params, reads }) => {
      const visibleCompany = await companySeenBy(reads, actor, params.companyId);
      return presentTexts(reads, actor, authorize(companyPolicy, 'seePlan', actor, visibleCompany));
    },

    updateEmailText: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleCompany = await companySeenBy(tx, actor, params.companyId);
        const company = authorize(companyPolicy, 'edit', actor, visibleCompany);
        await saveText(tx, company, actor.accountId, body);
        const isReset = body.subject === null && body.opening === null;
        recordEvent(tx, {
          kind: isReset ? 'emailText.reset' : 'emailText.changed',
          companyId: company.id,
          actorId: actor.accountId,
          staffOnly: true,
          changes: emailTexts.updateEmailText.changes ?? [],
          detail: { ...body },
        });
        return presentTexts(tx, actor, company);
      }),

    previewEmailText: async ({ actor, params, body, reads }) => {
      const visibleCompany = await companySeenBy(reads, actor, params.companyId);
      const company = authorize(companyPolicy, 'seePlan', actor, visibleCompany);
      return previewText(reads, { company, site, text: body });
    },
  });
