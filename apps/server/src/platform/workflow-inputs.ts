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

/** Phases of a company that release more than before, each with the release that it had. */
export interface ReleaseOrder extends OfCompany {
  readonly actorId: string;
  readonly phases: readonly { readonly phaseId: string; readonly from: string | null }[];
  /** Deliveries that were made by earlier runs of the workflow; absent until all notifications are written. */
  readonly delivered?: number;
}

export interface WorkflowInputs {
  askByRules: OfLoan;
  /** Makes the bytes of a document whose origin says from what. */
  deriveDocument: OfCompany & { readonly documentId: string };
  /** The digest of the event that starts it. */
  deliverReminder: OfCompany;
  /** Nothing about the person: the worker reads that when it runs. */
  runCreditCheck: OfCompany & { readonly runId: string };
  /** `version` of the settings that are checked. */
  connectSharePoint: OfCompany & { readonly version: number };
  exportToSharePoint: OfCompany & { readonly exportId: string };
  /** Started by a schedule. */
  expireAnswers: Record<string, never>;
  makePackages: OfCompany & { readonly packageIds: string[] };
  notify: NotifyOrder;
  notifyReleased: ReleaseOrder;
  /** Converts a clean document to pages, and reads their text. */
  processDocument: OfCompany & { readonly documentId: string; readonly version: number };
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
      }
    | {
        readonly mail: 'receipt';
        readonly companyId: string;
        /** Who asked for it, and gets it. */
        readonly accountId: string;
        readonly elementId: string;
        readonly documentId: string;
      };
  /** The summary of the event that starts it. */
  deliverDigest: OfCompany & { readonly digestId: string };
  /** Started by a schedule, whose time it takes as now. */
  sendDigests: Record<string, never>;
  /** The same. */
  sendReminders: Record<string, never>;
  sendText: { readonly codeId: string };
  /** The password is not part of it: inputs are kept in the engine's history. */
  unlockDocument: OfCompany & { readonly documentId: string; readonly version: number };
}

/** A workflow with its own input. */
export type WorkflowStart = {
  [Name in keyof WorkflowInputs]: {
    readonly workflow: Name;
    readonly input: WorkflowInputs[Name];
  };
}[keyof WorkflowInputs];
