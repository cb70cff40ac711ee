import type { CreditState } from '@cairn/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconLoader2,
} from '@tabler/icons-react';
import type { StatusChipProps } from '../../ui/StatusChip.tsx';

export const CREDIT_CHIPS: Record<CreditState, StatusChipProps> = {
  NOT_SCHEDULED: { hue: 'gray', icon: IconCircleDashed, label: 'Not run' },
  SCHEDULED: { hue: 'blue', icon: IconClock, label: 'Scheduled' },
  RUNNING: { hue: 'blue', icon: IconLoader2, label: 'Running', busy: true },
  DONE: { hue: 'green', icon: IconCircleCheck, label: 'Done' },
  FAILED: { hue: 'red', icon: IconAlertTriangle, label: 'Failed' },
};
