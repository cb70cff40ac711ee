import type { Portal, PortalSettings } from '@cairn/contract';
import type { LoanType } from '@cairn/contract/constants';
import { LOAN_TYPE_TEXTS } from '@cairn/contract/portal-terms';

/** The typed texts. What is left empty is not shown to borrowers. */
export interface PortalFields {
  /** Version of the settings that filled the form. The server rejects a save over a newer version. */
  version: number;
  brandColor: string;
  welcome: string;
  contactName: string;
  contactTitle: string;
  contactPhone: string;
  contactEmail: string;
  applyMinutes: string;
  responseDays: string;
  legalLine: string;
  loanTexts: Partial<Record<LoanType, string>>;
}

export const fieldsOf = (settings: PortalSettings): PortalFields => ({
  version: settings.version,
  brandColor: settings.brandColor ?? '',
  welcome: settings.welcome ?? '',
  contactName: settings.contactName ?? '',
  contactTitle: settings.contactTitle ?? '',
  contactPhone: settings.contactPhone ?? '',
  contactEmail: settings.contactEmail ?? '',
  applyMinutes: settings.applyMinutes?.toString() ?? '',
  responseDays: settings.responseDays?.toString() ?? '',
  legalLine: settings.legalLine ?? '',
  loanTexts: settings.loanTexts,
});

const textOf = (text: string): string | null => text.trim() || null;
/** Invalid text becomes NaN, which the contract's rules reject at the field. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const asBody = (fields: PortalFields) => ({
  version: fields.version,
  brandColor: textOf(fields.brandColor),
  welcome: textOf(fields.welcome),
  contactName: textOf(fields.contactName),
  contactTitle: textOf(fields.contactTitle),
  contactPhone: textOf(fields.contactPhone),
  contactEmail: textOf(fields.contactEmail),
  applyMinutes: numberOf(fields.applyMinutes),
  responseDays: numberOf(fields.responseDays),
  legalLine: textOf(fields.legalLine),
  loanTexts: Object.fromEntries(
    Object.entries(fields.loanTexts).filter(([, text]) => text.trim() !== ''),
  ),
});

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The page with the typed values. An invalid color or number is left out. */
export function previewOf(portal: Portal, fields: PortalFields): Portal {
  const { loanTexts, version: _version, ...body } = asBody(fields);
  const whole = (value: number | null) => (Number.isInteger(value) ? value : null);
  return {
    ...portal,
    ...body,
    brandColor: isColor(fields.brandColor) ? fields.brandColor : null,
    applyMinutes: whole(body.applyMinutes),
    responseDays: whole(body.responseDays),
    offers: portal.offers.map((offer) => ({
      ...offer,
      text: offer.loanType
        ? (loanTexts[offer.loanType] ?? LOAN_TYPE_TEXTS[offer.loanType])
        : offer.text,
    })),
  };
}
