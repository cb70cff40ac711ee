/** Email over SMTP: transport only; the modules compose the content. */
import { createTransport, type Transporter } from 'nodemailer';
import type { WorkerConfig as Config } from '../config.ts';
import { bounceAddressOf } from './bounce-address.ts';

export interface Email {
  readonly to: string;
  /** Sender name: the company's, or the product's. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Images that the HTML part refers to by `cid:`. */
  readonly attachments?: readonly {
    readonly cid: string;
    readonly content: Buffer;
    readonly contentType: string;
  }[];
  /** The person who gets replies; without one, replies go to the sender's address. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Headers in addition to those of every email. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Called with the outcome of each message handed to the mail server. */
export type CountOutcome = (outcome: 'sent' | 'failed') => void;

export class Mailer {
  private readonly transport: Transporter;
  private readonly config: Config['mail'];
  private readonly onOutcome: CountOutcome | undefined;

  constructor(config: Config['mail'], onOutcome?: CountOutcome) {
    this.onOutcome = onOutcome;
    const { smtpUrl, requireTls } = config;
    this.transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 10_000,
      pool: true,
      requireTLS: requireTls,
    });
    this.config = config;
  }

  /** `id` determines the Message-ID, so an email that is sent again after a crash is one message to its reader. */
  async send(
    { to, from, subject, text, html, attachments = [], replyTo, headers = {} }: Email,
    id: string,
  ): Promise<void> {
    const { from: address, bounceAddress, secretKey } = this.config;
    const sending = this.transport.sendMail({
      from: { name: oneLine(from), address },
      // An object is not parsed, so an address cannot smuggle in a second one.
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
      subject: oneLine(subject),
      text,
      html,
      attachments: attachments.map((each) => ({ ...each, contentDisposition: 'inline' as const })),
      messageId: `<${id}@${address.split('@').at(-1)}>`,
      headers: { 'auto-submitted': 'auto-generated', ...this.providerHeaders(id), ...headers },
      ...(bounceAddress && {
        envelope: { from: bounceAddressOf(bounceAddress, secretKey, id), to: [to] },
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await sending;
      this.onOutcome?.('sent');
    } catch (error) {
      this.onOutcome?.('failed');
      throw error;
    }
  }

  /** Rejects if the server does not answer or refuses the log-in; sends nothing. */
  async verify(): Promise<void> {
    await this.transport.verify();
  }

  /** Headers that make a provider's reports name the email. */
  private providerHeaders(id: string): Record<string, string | { prepared: true; value: string }> {
    const { provider, sesConfigurationSet } = this.config;
    if (provider === 'sendgrid') {
      // `prepared`: SendGrid does not read the encoded words that nodemailer would produce.
      const value = JSON.stringify({ unique_args: { cairn_id: id } });
      return { 'x-smtpapi': { prepared: true, value } };
    }
    if (provider !== 'ses') return {};
    return {
      'x-ses-message-tags': `cairn_id=${id}`,
      ...(sesConfigurationSet && { 'x-ses-configuration-set': sesConfigurationSet }),
    };
  }

  close(): void {
    this.transport.close();
  }
}

/** Headers contain names that people chose: a line break in a name must not start another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
