/** Mail over SMTP. What is in a letter is its sender's business; how it leaves is decided here. */
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from './config.ts';

export interface Letter {
  readonly to: string;
  /** In whose name: the company's, else the product's. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export class Mailer {
  private readonly transport: Transporter;
  private readonly address: string;

  constructor({ smtpUrl, from }: Config['mail']) {
    this.transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, pool: true });
    this.address = from;
  }

  /** `id` makes the Message-ID: sent twice after a crash, it is the same letter to the reader. */
  async send({ to, from, subject, text, html }: Letter, id: string): Promise<void> {
    await this.transport.sendMail({
      from: { name: oneLine(from), address: this.address },
      // As an object, never parsed: an address cannot smuggle in a second one.
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${id}@${this.address.split('@').at(-1)}>`,
      headers: { 'auto-submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  close(): void {
    this.transport.close();
  }
}

/** Names that people chose stand in headers: a line break in one must not begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
