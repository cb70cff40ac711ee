import { CODE_MINUTES } from '@cairn/contract';
import type { WorkerConfig as Config } from '../../platform/config.ts';
import { anonymous } from '../../platform/db/db.ts';
import { smsOnce, type SmsDeps } from '../../platform/send-once.ts';
import { findCodeToSend, openSealed } from '../auth/index.ts';

export interface PhoneCodeActivities {
  sendCodeByText(codeId: string): Promise<void>;
}

interface Deps extends SmsDeps {
  readonly config: Config;
}

/** Sends one SMS for an event. After a crash between sending and recording, the same code is sent again. */
export function phoneCodeActivities(parts: Deps, eventId: () => string): PhoneCodeActivities {
  const { db, config } = parts;
  return {
    sendCodeByText: (codeId) =>
      smsOnce(parts, eventId(), async () => {
        const row = await findCodeToSend(db.reads(anonymous), codeId);
        if (!row) return undefined;
        const { code, to } = openSealed(config.secretKey, row);
        const body = codeMessage(code, config.publicUrl.hostname);
        return { to, body, cause: { budget: 'CODE' } };
      }),
  };
}

/** The last line makes phones offer the code only on our page. */
const codeMessage = (code: string, site: string): string =>
  `${code} is your Cairn code. It expires in ${CODE_MINUTES} minutes. We will never ask you for it.

@${site} #${code}`;
