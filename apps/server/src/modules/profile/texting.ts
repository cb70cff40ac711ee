import { CODE_MINUTES } from '@cairn/contract';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config.ts';
import { nobody, type Db } from '../../platform/db/db.ts';
import { once } from '../../platform/sending.ts';
import { NumberRefused, type TextMessages } from '../../platform/text-messages.ts';
import { findCodeToSend, openSealed } from '../accounts/index.ts';

export interface TextingActivities {
  sendCodeByText(codeId: string): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly texts: TextMessages;
  readonly log: Logger;
}

/** One event, one message. After a crash between sending and noting, the same code comes twice. */
export function textingActivities(
  { db, config, texts, log }: Parts,
  eventId: () => string,
): TextingActivities {
  return {
    sendCodeByText: (codeId) =>
      once(db, eventId(), async () => {
        const row = await findCodeToSend(db.reads(nobody), codeId);
        if (!row) return false;
        const { code, to } = openSealed(config.secretKey, row);
        try {
          await texts.send(to, codeMessage(code, config.publicUrl.hostname));
        } catch (error) {
          if (!(error instanceof NumberRefused)) throw error;
          log.warn({ eventId: eventId(), said: error.message }, 'a text message was refused');
        }
        return true;
      }),
  };
}

/** The last line lets a phone offer the code to our page, and to no other. */
const codeMessage = (code: string, site: string): string =>
  `${code} is your Cairn code, good for ${CODE_MINUTES} minutes. Nobody from us will ask you for it.

@${site} #${code}`;
