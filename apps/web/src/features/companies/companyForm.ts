import type { CompanyDetails } from '@cairn/contract';
import type { FieldErrors } from '../../lib/formValues.ts';
import { PASSWORD_EXPIRY_MAX_DAYS, SUBDOMAIN, TEXT_MAX } from '@cairn/contract/constants';

export interface CompanyFields {
  name: string;
  subdomain: string;
  fourEyesApproval: boolean;
  passwordExpiryDays: string;
  quietFrom: string;
  quietUntil: string;
  timezoneId: string;
  /** Undefined keeps the logo, null removes it, and a string is a picture to upload. */
  logo: string | null | undefined;
}

export const fieldsOf = ({ name, subdomain, settings }: CompanyDetails): CompanyFields => ({
  name,
  subdomain: subdomain ?? '',
  fourEyesApproval: settings.fourEyesApproval,
  passwordExpiryDays: settings.passwordExpiryDays?.toString() ?? '',
  quietFrom: settings.quietHours?.from ?? '',
  quietUntil: settings.quietHours?.until ?? '',
  timezoneId: settings.timezoneId ?? '',
  logo: undefined,
});

const SUBDOMAIN_RULE = 'Use 3 to 63 letters, digits and hyphens';

/** Validates before sending, with the same messages as the server. */
export function errorsIn(fields: CompanyFields): FieldErrors {
  const { name, subdomain, passwordExpiryDays, quietFrom, quietUntil } = fields;
  const days = Number(passwordExpiryDays);
  return {
    ...(name.trim() === '' && { name: 'Required' }),
    ...(name.trim().length > TEXT_MAX && { name: `Must be at most ${TEXT_MAX} characters` }),
    ...(subdomain !== '' && !SUBDOMAIN.test(subdomain) && { subdomain: SUBDOMAIN_RULE }),
    ...(passwordExpiryDays !== '' &&
      !(Number.isInteger(days) && days >= 1 && days <= PASSWORD_EXPIRY_MAX_DAYS) && {
        passwordExpiryDays: `Must be between 1 and ${PASSWORD_EXPIRY_MAX_DAYS} days`,
      }),
    ...(quietFrom !== '' && quietUntil === '' && { quietUntil: 'Required' }),
    ...(quietFrom === '' && quietUntil !== '' && { quietFrom: 'Required' }),
    ...(quietFrom !== '' &&
      quietFrom === quietUntil && { quietUntil: 'Must differ from the start' }),
  };
}

/** Contains only the changed fields, so that a colleague's change of other fields is not overwritten. */
export function changesIn(fields: CompanyFields, before: CompanyDetails) {
  const old = fieldsOf(before);
  const differs = (...names: (keyof CompanyFields)[]) =>
    names.some((name) => fields[name] !== old[name]);
  const { quietFrom, quietUntil } = fields;
  const settings = {
    ...(differs('fourEyesApproval') && { fourEyesApproval: fields.fourEyesApproval }),
    ...(differs('passwordExpiryDays') && {
      passwordExpiryDays:
        fields.passwordExpiryDays === '' ? null : Number(fields.passwordExpiryDays),
    }),
    ...(differs('quietFrom', 'quietUntil') && {
      quietHours: quietFrom === '' ? null : { from: quietFrom, until: quietUntil },
    }),
    ...(differs('timezoneId') && { timezoneId: fields.timezoneId || null }),
  };
  return {
    ...(differs('name') && { name: fields.name.trim() }),
    ...(differs('subdomain') && { subdomain: fields.subdomain || null }),
    ...(fields.logo !== undefined && { logo: fields.logo }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** Maps fields of the request to fields of the form. */
export const FIELD_OF: Record<string, keyof CompanyFields> = {
  'settings.quietHours.from': 'quietFrom',
  'settings.quietHours.until': 'quietUntil',
};

const LOGO_PIXELS = 384;
export const NO_PICTURE = 'Choose a PNG, JPEG or WebP picture';
export const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];

/** Size at which the logo is drawn: never enlarged, and no side longer than LOGO_PIXELS. */
export function drawnSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LOGO_PIXELS / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Redraws the picture as PNG, which makes it smaller and removes its metadata. */
export async function readPicture(file: File): Promise<string> {
  if (!PICTURES.includes(file.type)) throw new Error(NO_PICTURE);
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(NO_PICTURE);
  });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, drawnSize(picture.width, picture.height));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
