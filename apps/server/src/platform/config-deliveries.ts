/** Variables of the sender's address and of delivery reports; the others are in config-variables.ts. */
import { z } from 'zod';

const ofWorker = { roles: ['worker'], secret: false, shown: 'none' } as const;
const ofWeb = { roles: ['web'], secret: false, shown: 'none' } as const;
const optional = z.string().optional();
const emailAddress = z.email({ error: 'must be an email address' }).optional();

export const DELIVERY_VARIABLES = {
  MAIL_FROM: {
    ...ofWorker,
    schema: z.email({ error: 'must be an email address' }),
    about: 'Sender address that the SMTP relay may send from.',
    shown: 'required',
  },
  MAIL_PROVIDER: {
    ...ofWorker,
    schema: z.enum(['smtp', 'ses', 'sendgrid']).default('smtp'),
    about:
      'Who takes the email at `SMTP_URL`. `ses` and `sendgrid` add the header by which their reports name the email: see [delivery reports](delivery-reports.md).',
    shown: '`smtp`',
  },
  SES_CONFIGURATION_SET: {
    ...ofWorker,
    schema: optional,
    about: 'Configuration set of Amazon SES whose events go to `SES_TOPIC_ARN`.',
  },
  MAIL_BOUNCE_ADDRESS: {
    ...ofWorker,
    schema: emailAddress.refine((value) => (value ?? '').split('@')[0]!.length <= 11, {
      error: 'must have at most 11 characters before the @',
    }),
    about:
      'Return address for bounces, such as `bounces@mail.example.com`, with at most 11 characters before the @. Each email is sent from `bounces+<signed id>@…`; without it bounces go to `MAIL_FROM`.',
  },
  MAIL_BOUNCE_TOKEN: {
    ...ofWeb,
    schema: z.string().min(20, { error: 'must have at least 20 characters' }).optional(),
    about:
      'Bearer token with which the mail server hands over bounces. Without it they are refused.',
    secret: true,
  },
  MAIL_REPLY_ADDRESS: {
    ...ofWorker,
    schema: emailAddress.refine((value) => (value ?? '').split('@')[0]!.length <= 11, {
      error: 'must have at most 11 characters before the @',
    }),
    about:
      'Address for answers to conversations, such as `reply@mail.example.com`, with at most 11 characters before the @. Emails about messages are answered to `reply+<signed id>@…`: see [replies by email](replies-by-email.md). Without it they are answered on the site.',
  },
  MAIL_REPLY_TOKEN: {
    ...ofWeb,
    schema: z.string().min(20, { error: 'must have at least 20 characters' }).optional(),
    about:
      'Bearer token with which the mail server hands over answers to conversations. Without it they are refused.',
    secret: true,
  },
  SES_TOPIC_ARN: {
    ...ofWeb,
    schema: optional,
    about:
      'SNS topic with the events of Amazon SES. Reports from other topics are refused; without it all are.',
  },
  SENDGRID_WEBHOOK_PUBLIC_KEY: {
    ...ofWeb,
    schema: optional,
    about:
      'Verification key of the signed event webhook of SendGrid. Without it its reports are refused.',
  },
  TWILIO_STATUS_CALLBACKS: {
    ...ofWorker,
    schema: z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .default('false')
      .transform((value) => value === 'true'),
    about:
      'Ask Twilio to report what became of each SMS. Needs `TWILIO_WEBHOOK_TOKEN` in the web process.',
    shown: '`false`',
  },
  TWILIO_WEBHOOK_TOKEN: {
    ...ofWeb,
    schema: optional,
    about:
      "The account's token, the same as `TWILIO_AUTH_TOKEN`, to check reports. Without it they are refused.",
    secret: true,
  },
} as const;
