import type { Element, ScanReason, TaskType } from '@cairn/contract';
import {
  CONTENT_PROBLEM_TEXTS,
  contentProblemOf,
  scanReasonText,
} from '@cairn/contract/file-terms';
import { taskTypeOf } from '@cairn/contract/task-terms';
import {
  IconAlertTriangle,
  IconCalendarX,
  IconCircleCheck,
  IconClockHour4,
  IconEye,
  IconFileAlert,
  IconFileOff,
  IconLoader2,
  IconLock,
  IconRubberStamp,
  IconSignature,
  IconVirus,
  IconWritingSign,
  IconX,
} from '@tabler/icons-react';
import { blockedBecause } from '../documents/scanState.ts';
import type { StatusChipProps } from '../../ui/StatusChip.tsx';

export type Status = StatusChipProps;

const status = {
  blocked: { label: 'Blocked', hue: 'red', icon: IconVirus },
  locked: { label: 'Password-protected', hue: 'red', icon: IconLock },
  notAccepted: { label: 'Not accepted', hue: 'red', icon: IconAlertTriangle },
  unreadable: { label: 'Can’t be opened', hue: 'orange', icon: IconFileAlert },
  empty: { label: 'Empty file', hue: 'orange', icon: IconFileOff },
  lockedContent: { label: 'Password-protected', hue: 'orange', icon: IconLock },
  checking: { label: 'Checking file', hue: 'gray', icon: IconLoader2, busy: true },
  rejected: { label: 'Rejected', hue: 'red', icon: IconX },
  needsAttention: { label: 'Needs Attention', hue: 'orange', icon: IconAlertTriangle },
  approved: { label: 'Approved', hue: 'green', icon: IconCircleCheck },
  doesNotApply: { label: 'Doesn’t apply', hue: 'blue', icon: IconEye },
  inProgress: { label: 'In progress', hue: 'blue', icon: IconLoader2 },
  toReview: { label: 'To review', hue: 'blue', icon: IconEye },
  submitted: { label: 'Submitted', hue: 'blue', icon: IconEye },
  expired: { label: 'Document Expired', hue: 'red', icon: IconCalendarX },
  notary: { label: 'Notary', hue: 'teal', icon: IconRubberStamp },
  wetSignature: { label: 'Wet Signature', hue: 'teal', icon: IconWritingSign },
  fillAndSign: { label: 'Fill & Sign', hue: 'violet', icon: IconSignature },
  requested: { label: 'Requested', hue: 'gray', icon: IconClockHour4 },
} satisfies Record<string, Status>;

/** The fields of a request that determine its status. */
type Standing = Pick<
  Element,
  'answer' | 'status' | 'flags' | 'approvedByUserId' | 'rejectedByUserId'
>;

/**
 * Whether no file is unsafe: there is no file, the scan found it clean, or it was uploaded before files were scanned.
 */
export function isClean({ answer }: Pick<Element, 'answer'>): boolean {
  const file = answer?.document;
  return !file || file.virusScanState === 'CLEAN' || file.virusScanState === null;
}

/** The status of an open request that names how it is to be answered. */
const ASKED: Partial<Record<TaskType, Status>> = {
  NotaryTask: status.notary,
  WetSignatureTask: status.wetSignature,
  FillTask: status.fillAndSign,
  FillFormTask: status.fillAndSign,
};

/** Only an infected file is called blocked. Most other refused files are harmless and only need a corrected upload. */
function blockedStatus(reason: ScanReason): Status {
  if (reason === 'VIRUS') return status.blocked;
  return reason === 'ENCRYPTED' || reason === 'WRONG_PASSWORD' ? status.locked : status.notAccepted;
}

/**
 * The status of a clean file that cannot be read, so that reviewer and sender see the problem without opening the file.
 */
function unreadableStatus({ answer }: Pick<Standing, 'answer'>): Status | undefined {
  const problem = contentProblemOf(answer?.document?.contentState ?? null);
  const label =
    problem &&
    { PASSWORD: status.lockedContent, DAMAGED: status.unreadable, EMPTY: status.empty }[
      problem as string
    ];
  return label && { ...label, title: CONTENT_PROBLEM_TEXTS[problem] };
}

/** The first status that applies wins. The state of the file comes before the decision of the reviewer. */
export function statusOf(element: Standing, asBorrower: boolean): Status {
  const { answer } = element;
  const file = answer?.document;
  const reason = blockedBecause(file);
  if (file && reason) return { ...blockedStatus(reason), title: scanReasonText(reason, file.name) };
  if (!isClean(element)) return status.checking;
  if (element.rejectedByUserId) return asBorrower ? status.needsAttention : status.rejected;
  if (element.status === 'EXPIRED') return status.expired;
  if (element.approvedByUserId) return status.approved;
  if (answer?.inProgress) return status.inProgress;
  if (answer?.doesNotApply) return status.doesNotApply;
  if (answer) return unreadableStatus(element) ?? (asBorrower ? status.submitted : status.toReview);
  return ASKED[taskTypeOf(element.flags)] ?? status.requested;
}
