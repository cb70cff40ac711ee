import type { MaintenanceState } from '@cairn/contract';
import {
  type Icon,
  IconCalendarEvent,
  IconCircleCheck,
  IconCircleDashed,
  IconTool,
} from '@tabler/icons-react';
import type { Hue } from '../../ui/StatusChip.tsx';

/** How the state of the window is shown. */
export const LOOKS: Record<MaintenanceState, { hue: Hue; icon: Icon; label: string }> = {
  NONE: { hue: 'gray', icon: IconCircleDashed, label: 'None set' },
  SCHEDULED: { hue: 'blue', icon: IconCalendarEvent, label: 'Scheduled' },
  ACTIVE: { hue: 'orange', icon: IconTool, label: 'On now' },
  ENDED: { hue: 'green', icon: IconCircleCheck, label: 'Over' },
};
