import { CREDIT_CONSENT_VERSION } from '@cairn/contract';

/** The consent text. A changed text needs a new version, and users who agreed to the old one are asked again. */
export const CREDIT_CONSENT = {
  version: CREDIT_CONSENT_VERSION,
  text: [
    'I am the person named in this profile. I give the lenders that I apply to through Cairn my written instructions, under the Fair Credit Reporting Act, to obtain my personal credit report and related information from one or more consumer reporting agencies.',
    'They may use it to decide on credit that I apply for, guarantee or own a part of, and to review or collect that credit for as long as it is open.',
    'I can read this text here at any time. The date, the network address and the version of this text are kept with my consent.',
  ].join('\n\n'),
} as const;
