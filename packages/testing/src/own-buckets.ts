/** Settings for `cairn setup` and for the processes: buckets of a test's own in the store of the test services. */
import { environment, S3_USERS } from '../../../tools/services/profile.ts';

const arn = (uid: string): string => `arn:aws:iam:::user/${uid}`;

export function ownBuckets(
  name: string,
  { retentionDays = 1 }: { retentionDays?: number } = {},
): Record<string, string> {
  const settings = environment('test');
  return {
    S3_INCOMING_BUCKET: `${name}-incoming`,
    S3_VAULT_BUCKET: `${name}-vault`,
    S3_AUDIT_BUCKET: `${name}-audit`,
    S3_SETUP_ACCESS_KEY_ID: settings['S3_ACCESS_KEY_ID']!,
    S3_SETUP_SECRET_ACCESS_KEY: settings['S3_SECRET_ACCESS_KEY']!,
    S3_OWNER_PRINCIPAL: arn('cairn'),
    S3_UPLOAD_PRINCIPAL: arn(S3_USERS.upload.uid),
    S3_WEB_PRINCIPAL: arn(S3_USERS.web.uid),
    S3_WORKER_PRINCIPAL: arn(S3_USERS.worker.uid),
    S3_AUDIT_RETENTION_DAYS: String(retentionDays),
    S3_AUDIT_RETENTION_MODE: 'GOVERNANCE',
  };
}
