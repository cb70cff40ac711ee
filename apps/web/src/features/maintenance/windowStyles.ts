import type { MaintenanceState } from '@cairn/contract';
import {
  IconCalendarEvent,
  IconCircleCheck,
  IconCircleDashed,
  IconTool,
} from '@tabler/icons-react';
import type { StatusChipProps } from '../../ui/StatusChip.tsx';

/** Chip for each state of the window. */
export const LOOKS: Record<MaintenanceState, StatusChipProps> = {
  NONE: { hue: 'gray', icon: IconCircleDashed, label: 'None set' },
  SCHEDULED: { hue: 'blue', icon: IconCalendarEvent, label: 'Scheduled' },
  ACTIVE: { hue: 'orange', icon: IconTool, label: 'On now' },
  ENDED: { hue: 'green', icon: IconCircleCheck, label: 'Over' },
};
