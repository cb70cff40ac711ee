/**
 * `cairn verify-audit [--log ID]`: verifies every audit entry and every anchor. Prints a line for
 * each finding and a summary; 1 if there was a finding. docs/operations/audit.md says what to do then.
 */
import { parseArgs } from 'node:util';
import { AnchorStore } from './platform/audit/anchors.ts';
import { AuditKeys } from './platform/audit/entry.ts';
import { verifyAudit } from './platform/audit/verify.ts';
import { readAuditConfig } from './platform/config.ts';

const MAX_PRINTED = 1000;

export async function runVerifyAudit(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { log: { type: 'string' } } });
  const config = readAuditConfig();
  const anchors = new AnchorStore({ ...config.store, ...config.audit });
  let printed = 0;
  try {
    const summary = await verifyAudit({
      url: config.url,
      keys: new AuditKeys(config.secretKeys),
      anchors,
      logId: values.log ?? config.audit.logId,
      maxUnsealedSeconds: config.audit.anchorSeconds * 10,
      report: (finding) => {
        printed += 1;
        if (printed <= MAX_PRINTED) console.log(JSON.stringify(finding));
      },
    });
    console.log(JSON.stringify({ summary }));
    return summary.findings > 0 ? 1 : 0;
  } finally {
    anchors.close();
  }
}
