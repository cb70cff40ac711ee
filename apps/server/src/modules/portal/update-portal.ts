import type { PortalSettings } from '@cairn/contract';
import { portals } from '@cairn/contract/portal';
import { ApiError } from '../../platform/api-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { toPlainLine } from '../../platform/unicode.ts';
import type { CompanyRow } from '../companies/index.ts';
import { savePortal } from './store.ts';

type PortalChange = {
  [K in keyof Omit<PortalSettings, 'abilities' | 'offeredTypes' | 'version'>]?:
    | PortalSettings[K]
    | undefined;
};

/** Public text: normalized to one line without invisible or direction-changing characters. Empty text becomes null. */
const plain = (text: string | null | undefined): string | null | undefined =>
  text && (toPlainLine(text) || null);

export async function updatePortal(
  tx: Tx,
  actor: Actor,
  company: Authorized<'edit', CompanyRow>,
  { version, ...change }: PortalChange & { version: number },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const { loanTexts } = change;
  const texts =
    loanTexts &&
    Object.entries(loanTexts).flatMap(([type, text]) => {
      const line = plain(text);
      return line ? [[type, line] as const] : [];
    });
  const isSaved = await savePortal(tx, company, version, {
    brand_color: change.brandColor,
    welcome: plain(change.welcome),
    contact_name: plain(change.contactName),
    contact_title: plain(change.contactTitle),
    contact_phone: change.contactPhone,
    contact_email: change.contactEmail,
    apply_minutes: change.applyMinutes,
    response_days: change.responseDays,
    legal_line: plain(change.legalLine),
    loan_texts: texts && JSON.stringify(Object.fromEntries(texts)),
  });
  if (!isSaved) throw new ApiError('CONFLICT');
  recordEvent(tx, {
    kind: 'portal.changed',
    companyId: company.id,
    actorId: actor.accountId,
    staffOnly: true,
    changes: portals.updatePortalSettings.changes ?? [],
    detail: { ...change },
  });
}
