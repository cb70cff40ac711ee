/**
 * Every workflow by name, with its input: what an event can start, what workflows.ts implements, and what task-queues.ts
 * assigns to a queue. Inputs are ids; the workflow reads what they stand for when it runs.
 */
import type { NotifyOrder } from './notified-events.ts';

interface OfCompany {
  readonly companyId: string;
}
interface OfLoan extends OfCompany {
  readonly loanId: string;
}

export interface WorkflowInputs {
  askByRules: OfLoan;
  /** The digest of the event that starts it. */
  deliverReminder: OfCompany;
  /** Started by a schedule. */
  expireAnswers: Record<string, never>;
  makePackages: OfCompany & { readonly packageIds: string[] };
  notify: NotifyOrder;
  scanAvatar: { readonly avatarId: string };
  /** `version`: a marked-up version; without it, the bytes that were uploaded first. */
  scanDocument: OfCompany & { readonly documentId: string; readonly version?: number };
  /** `stamp`: which sending of the invitation. Once it was sent again, the older sending does nothing. */
  sendInvitation: OfCompany & { readonly invitationId: string; readonly stamp: string };
  sendMail:
    | {
        readonly mail: 'code';
        readonly codeId: string;
        readonly occasion: 'signup' | 'login' | 'reset' | 'secureUpload';
      }
    | {
        readonly mail:
          | 'passwordChanged'
          | 'phoneVerified'
          | 'creditConsentGiven'
          | 'resetStarted'
          | 'accountClosed';
        readonly accountId: string;
      }
    | {
        readonly mail: 'filesReceived';
        readonly companyId: string;
        /** The employee whose upload link it is. */
        readonly accountId: string;
        readonly files: number;
      };
  /** Started by a schedule, whose time it takes as now. */
  sendReminders: Record<string, never>;
  sendText: { readonly codeId: string };
}

/** A workflow with its own input. */
export type WorkflowStart = {
  [Name in keyof WorkflowInputs]: {
    readonly workflow: Name;
    readonly input: WorkflowInputs[Name];
  };
}[keyof WorkflowInputs];
