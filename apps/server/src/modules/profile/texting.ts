import { CODE_MINUTES } from '@cairn/contract';
import type { Config } from '../../platform/config.ts';
import { nobody } from '../../platform/db/db.ts';
import { textOnce, type TextParts } from '../../platform/sending.ts';
import { findCodeToSend, openSealed } from '../accounts/index.ts';

export interface TextingActivities {
  sendCodeByText(codeId: string): Promise<void>;
}

interface Parts extends TextParts {
  readonly config: Config;
}

/** One event, one message. After a crash between sending and noting, the same code comes twice. */
export function textingActivities(parts: Parts, eventId: () => string): TextingActivities {
  const { db, config } = parts;
  return {
    sendCodeByText: (codeId) =>
      textOnce(parts, eventId(), async () => {
        const row = await findCodeToSend(db.reads(nobody), codeId);
        if (!row) return undefined;
        const { code, to } = openSealed(config.secretKey, row);
        return { to, body: codeMessage(code, config.publicUrl.hostname) };
      }),
  };
}

/** The last line lets a phone offer the code to our page, and to no other. */
const codeMessage = (code: string, site: string): string =>
  `${code} is your Cairn code, good for ${CODE_MINUTES} minutes. Nobody from us will ask you for it.

@${site} #${code}`;
