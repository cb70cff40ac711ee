import type { FolderKind } from '@cairn/contract/folder-kinds';
import {
  type Icon,
  IconBuilding,
  IconBuildingWarehouse,
  IconFolder,
  IconShieldHalf,
  IconUser,
} from '@tabler/icons-react';
import type { Hue } from './StatusChip.tsx';

/** The icon and color of each kind of folder and entity. Other folders have the default icon without a color. */
export const FOLDER_LOOKS: Record<FolderKind, { icon: Icon; hue: Hue | null }> = {
  individual: { icon: IconUser, hue: 'violet' },
  company: { icon: IconBuilding, hue: 'blue' },
  trust: { icon: IconShieldHalf, hue: 'teal' },
  asset: { icon: IconBuildingWarehouse, hue: 'orange' },
  default: { icon: IconFolder, hue: null },
};
