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

/** The phases of a company that now release more than before, each with its previous release. */
export interface ReleaseOrder extends OfCompany {
  readonly actorId: string;
  readonly phases: readonly { readonly phaseId: string; readonly from: string | null }[];
  /** Notifications delivered by earlier runs of the workflow; absent until all are written. */
  readonly delivered?: number;
}

export interface WorkflowInputs {
  askByRules: OfLoan;
  /** Makes the content of a document that is derived from others. */
  deriveDocument: OfCompany & { readonly documentId: string };
  /** Delivers the reminder that the starting event is about. */
  deliverReminder: OfCompany;
  /** Carries no data about the person; the worker reads that when it runs. */
  runCreditCheck: OfCompany & { readonly runId: string };
  /** `version` of the settings that are to be checked. */
  connectSharePoint: OfCompany & { readonly version: number };
  exportToSharePoint: OfCompany & { readonly exportId: string };
  /** Started by a schedule. */
  expireAnswers: Record<string, never>;
  makePackages: OfCompany & { readonly packageIds: string[] };
  notify: NotifyOrder;
  notifyReleased: ReleaseOrder;
  /** Converts a clean document to pages, and extracts their text. */
  processDocument: OfCompany & { readonly documentId: string; readonly version: number };
  scanAvatar: { readonly avatarId: string };
  /** `version` of a marked-up version; absent for the file that was uploaded first. */
  scanDocument: OfCompany & { readonly documentId: string; readonly version?: number };
  /** `stamp` identifies one sending of the invitation. After it is sent again, the older workflow does nothing. */
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
        /** The employee who owns the upload link. */
        readonly accountId: string;
        readonly files: number;
      }
    | {
        readonly mail: 'receipt';
        readonly companyId: string;
        /** The person who requested it and receives it. */
        readonly accountId: string;
        readonly elementId: string;
        readonly documentId: string;
      };
  /** Delivers the summary that the starting event is about. */
  deliverDigest: OfCompany & { readonly digestId: string };
  /** Started by a schedule, whose time it uses as the current time. */
  sendDigests: Record<string, never>;
  /** Started by a schedule, whose time it uses as the current time. */
  sendReminders: Record<string, never>;
  sendText: { readonly codeId: string };
  /** The password is not an input, because Temporal keeps inputs in its history. */
  unlockDocument: OfCompany & { readonly documentId: string; readonly version: number };
}

/** A workflow with its input. */
export type WorkflowStart = {
  [Name in keyof WorkflowInputs]: {
    readonly workflow: Name;
    readonly input: WorkflowInputs[Name];
  };
}[keyof WorkflowInputs];
