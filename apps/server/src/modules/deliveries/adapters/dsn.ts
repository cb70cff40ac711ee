/**
 * Delivery status notifications (RFC 3464), forwarded by the mail server that receives them. Only the signed return
 * address determines which email a notification is about, because strangers write its content.
 */
import { createHash } from 'node:crypto';
import { hasBearerToken } from '../../../platform/crypto.ts';
import { idOfBounceAddress } from '../../../platform/email/bounce-address.ts';
import { ReportRefused, type ReceivedReport } from '../report.ts';
import type { DeliveryReport, ReportedState } from '../../../platform/delivery-reports.ts';

const STATES: Partial<Record<string, ReportedState>> = {
  failed: 'BOUNCED',
  delayed: 'DELAYED',
  delivered: 'DELIVERED',
  relayed: 'DELIVERED',
};
/** Unknown address, disabled mailbox, unknown domain. A full mailbox (5.2.2) or a policy (5.7.x) may be temporary. */
const FINAL_STATUS = /^5\.(1\.\d+|0\.0|2\.1|4\.4)$/;

const STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/;

export function readDsn(
  { headers, body }: ReceivedReport,
  token: string,
  secretKey: string,
): DeliveryReport[] {
  if (!hasBearerToken(headers['authorization'], token)) {
    throw new ReportRefused('not the mail server');
  }
  const deliveryId = idOfBounceAddress(headers['x-recipient'] ?? '', secretKey);
  if (!deliveryId) throw new ReportRefused('not a return address of ours');
  const fields = statusFields(body.toString('latin1'));
  const state = STATES[fields.get('action')?.toLowerCase() ?? ''];
  const status = fields.get('status')?.split(/\s/)[0] ?? '';
  if (!state) return [];
  const isFinal = state === 'BOUNCED' && FINAL_STATUS.test(status);
  const report: DeliveryReport = {
    provider: 'DSN',
    // Contains nothing that strangers could vary, so that each return address has only few distinct reports.
    reportId: createHash('sha256').update(`${deliveryId} ${state} ${isFinal}`).digest('hex'),
    deliveryId,
    state,
    isFinal,
    reason: reasonIn(fields, status),
  };
  return [report];
}

/** Includes the status, which not every server repeats in its text. */
function reasonIn(fields: ReadonlyMap<string, string>, status: string): string | undefined {
  const diagnostic = fields.get('diagnostic-code')?.replaceAll(/[^\x20-\x7e]+/g, ' ') ?? '';
  const code = STATUS.test(status) && !diagnostic.includes(status) ? status : '';
  return [code, diagnostic].filter(Boolean).join(' ') || undefined;
}

/** The recipient's fields: all of the part, the first of each name. */
function statusFields(source: string): Map<string, string> {
  const start = /^content-type:\s*message\/(global-)?delivery-status/im.exec(source);
  const fields = new Map<string, string>();
  if (!start) return fields;
  const part = source
    .slice(start.index)
    .replaceAll('\r\n', '\n')
    .split(/\n--/)[0]!
    .replaceAll(/\n[ \t]+/g, ' ');
  for (const line of part.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
