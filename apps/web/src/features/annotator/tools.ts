import {
  type Icon,
  IconHighlight,
  IconPencil,
  IconPointer,
  IconTextPlus,
} from '@tabler/icons-react';

export type Tool = 'select' | 'highlight' | 'note' | 'draw';

interface ToolLook {
  tool: Tool;
  label: string;
  key: string;
  icon: Icon;
}

export const TOOLS: readonly ToolLook[] = [
  { tool: 'select', label: 'Select', key: 'v', icon: IconPointer },
  { tool: 'highlight', label: 'Highlight', key: 'h', icon: IconHighlight },
  { tool: 'note', label: 'Note', key: 'n', icon: IconTextPlus },
  { tool: 'draw', label: 'Draw', key: 'd', icon: IconPencil },
];

/** Colors that are stored in the file, so they are the same in the light and the dark theme. */
export const MARK_COLORS = {
  highlights: 'yellow=#FFE066,green=#8CE99A,blue=#A5D8FF,pink=#FCC2D7,red=#FFA8A8',
  note: '#9F2A20',
  ink: '#1F5BC4',
} as const;

export type Saving = 'unchanged' | 'unsaved' | 'saving' | 'saved';

export const SAVING_WORDS: Record<Saving, string> = {
  unchanged: '',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  saved: 'Saved',
};
