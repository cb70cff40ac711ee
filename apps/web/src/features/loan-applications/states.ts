import type { ApplicationState } from '@cairn/contract';
import { APPLICATION_STATES } from '@cairn/contract/loan-application-terms';
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconEye,
  IconPencil,
  IconSend,
  IconArrowBackUp,
} from '@tabler/icons-react';
import type { Hue } from '../../ui/StatusChip.tsx';

const LOOKS: Record<ApplicationState, { hue: Hue; icon: Icon }> = {
  DRAFT: { hue: 'gray', icon: IconPencil },
  SUBMITTED: { hue: 'blue', icon: IconSend },
  IN_REVIEW: { hue: 'blue', icon: IconEye },
  ACCEPTED: { hue: 'green', icon: IconCircleCheck },
  REJECTED: { hue: 'red', icon: IconCircleX },
  WITHDRAWN: { hue: 'gray', icon: IconArrowBackUp },
};

/** The state of an application as a chip. */
export const chipOf = (state: ApplicationState) => ({
  ...LOOKS[state],
  label: APPLICATION_STATES[state],
});
