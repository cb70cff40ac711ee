/**
 * Which task queue each workflow runs on. A queue has slots of its own in every worker process, so that work of one
 * kind cannot starve work of another. A worker serves all queues, or those that WORKER_QUEUES names.
 */
import { QUEUES, type QueueName } from './platform/queue-names.ts';
import type { WorkflowInputs } from './platform/workflow-inputs.ts';
import type * as workflows from './workflows.ts';

/** Does not compile if workflows.ts lacks a registered workflow, or implements one with another input. */
type Implemented<
  Workflows extends {
    [Name in keyof WorkflowInputs]: (input: WorkflowInputs[Name]) => Promise<unknown>;
  },
> = keyof Workflows;

export type WorkflowName = Implemented<typeof workflows>;

/** A workflow's activities run on its queue. */
export const WORKFLOW_QUEUES = {
  sendMail: 'codes',
  sendText: 'codes',
  scanDocument: 'scans',
  scanAvatar: 'scans',
  unlockDocument: 'scans',
  deriveDocument: 'scans',
  processDocument: 'documents',
  makePackages: 'exports',
  sendInvitation: 'general',
  notify: 'general',
  notifyReleased: 'general',
  deliverDigest: 'general',
  sendDigests: 'general',
  deliverReminder: 'general',
  sendReminders: 'general',
  askByRules: 'general',
  runCreditCheck: 'general',
  connectSharePoint: 'general',
  exportToSharePoint: 'exports',
  expireAnswers: 'general',
} as const satisfies Record<WorkflowName, QueueName>;

/** `general` has the base name itself: workflows that were started when there was only one queue continue there. */
export const taskQueueOf = (base: string, queue: QueueName): string =>
  queue === 'general' ? base : `${base}-${queue}`;

/** Undefined for a workflow that this version does not have. */
export function taskQueueFor(base: string, workflow: string): string | undefined {
  const queue = (WORKFLOW_QUEUES as Partial<Record<string, QueueName>>)[workflow];
  return queue && taskQueueOf(base, queue);
}

/** A person waits for these: the relay takes them first. */
export const URGENT_WORKFLOWS: readonly string[] = Object.entries(WORKFLOW_QUEUES)
  .filter(([, queue]) => queue === 'codes')
  .map(([workflow]) => workflow);

export { QUEUES, type QueueName };
