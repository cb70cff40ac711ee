import type { Element, TaskType } from '@cairn/contract';
import { askedAs } from '@cairn/contract/task-terms';
import {
  type Icon,
  IconAlertTriangle,
  IconCalendarX,
  IconCircleCheck,
  IconClockHour4,
  IconEye,
  IconLoader2,
  IconRubberStamp,
  IconSignature,
  IconVirus,
  IconWritingSign,
  IconX,
} from '@tabler/icons-react';
import type { Hue } from '../../kit/StatusChip.tsx';

export interface Status {
  label: string;
  hue: Hue;
  icon: Icon;
  busy?: boolean;
}

const status = {
  blocked: { label: 'Blocked', hue: 'red', icon: IconVirus },
  checking: { label: 'Checking file', hue: 'gray', icon: IconLoader2, busy: true },
  rejected: { label: 'Rejected', hue: 'red', icon: IconX },
  needsAttention: { label: 'Needs Attention', hue: 'orange', icon: IconAlertTriangle },
  approved: { label: 'Approved', hue: 'green', icon: IconCircleCheck },
  inProgress: { label: 'In progress', hue: 'blue', icon: IconLoader2 },
  toReview: { label: 'To review', hue: 'blue', icon: IconEye },
  submitted: { label: 'Submitted', hue: 'blue', icon: IconEye },
  expired: { label: 'Document Expired', hue: 'red', icon: IconCalendarX },
  notary: { label: 'Notary', hue: 'teal', icon: IconRubberStamp },
  wetSignature: { label: 'Wet Signature', hue: 'teal', icon: IconWritingSign },
  fillAndSign: { label: 'Fill & Sign', hue: 'violet', icon: IconSignature },
  requested: { label: 'Requested', hue: 'gray', icon: IconClockHour4 },
} satisfies Record<string, Status>;

/** What of a request says how it stands. */
type Standing = Pick<
  Element,
  'answer' | 'status' | 'flags' | 'approvedByUserId' | 'rejectedByUserId'
>;

/** No file has a virus; one that came was found clean, or is from a time before files were checked. */
export function isClean({ answer }: Pick<Element, 'answer'>): boolean {
  const file = answer?.document;
  return !file || file.virusScanState === 'CLEAN' || file.virusScanState === null;
}

/** What is still to come says how it is to come. */
const ASKED: Partial<Record<TaskType, Status>> = {
  NotaryTask: status.notary,
  WetSignatureTask: status.wetSignature,
  FillTask: status.fillAndSign,
};

/** The first that applies wins: the state of the file comes before what people think of it. */
export function statusOf(element: Standing, asBorrower: boolean): Status {
  const { answer } = element;
  if (answer?.document?.virusScanState === 'INFECTED') return status.blocked;
  if (!isClean(element)) return status.checking;
  if (element.rejectedByUserId) return asBorrower ? status.needsAttention : status.rejected;
  if (element.status === 'EXPIRED') return status.expired;
  if (element.approvedByUserId) return status.approved;
  if (answer?.inProgress) return status.inProgress;
  if (answer) return asBorrower ? status.submitted : status.toReview;
  return ASKED[askedAs(element.flags)] ?? status.requested;
}
