import { SUPPORT_PICTURE_MAX_BYTES } from '@cairn/contract/learning-center-terms';
import { ActionIcon, FileButton, Group } from '@mantine/core';
import {
  IconBold,
  IconBulb,
  IconHeading,
  IconKeyboard,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
} from '@tabler/icons-react';
import { hint } from '../../lib/hint.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { beginLines, type Edit, insertLine, wrap } from './formatText.ts';

const FORMATS = [
  { label: 'Heading', icon: IconHeading, edit: beginLines(() => '## ') },
  { label: 'Bold', icon: IconBold, edit: wrap('**', '**', 'bold') },
  { label: 'Steps', icon: IconListNumbers, edit: beginLines((place) => `${place + 1}. `) },
  { label: 'List', icon: IconList, edit: beginLines(() => '- ') },
  { label: 'Link', icon: IconLink, edit: wrap('[', '](/v2/learning-center)', 'link') },
  { label: 'Key', icon: IconKeyboard, edit: wrap('`', '`', 'A') },
  { label: 'Tip', icon: IconBulb, edit: beginLines(() => '> ') },
] as const;

interface FormatBarProps {
  onEdit: (edit: Edit) => void;
  entryId: string | undefined;
}

const dataAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });

function PictureButton({ entryId, onEdit }: { entryId: string; onEdit: FormatBarProps['onEdit'] }) {
  const { mutate: add, isPending } = useAction('addSupportPicture');
  const choose = async (file: File | null) => {
    if (!file) return;
    if (file.size > SUPPORT_PICTURE_MAX_BYTES) {
      toast.error('Choose a picture of at most 512 kB');
      return;
    }
    const caption = file.name.replace(/\.\w+$/, '').replaceAll(/[[\]]/g, '');
    const image = await dataAddress(file);
    add(
      { params: { id: entryId }, body: { image } },
      { onSuccess: ({ id }) => onEdit(insertLine(`![${caption}](picture:${id})`)) },
    );
  };
  return (
    <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
      {(props) => (
        <ActionIcon
          {...props}
          size={32}
          aria-label="Picture"
          loading={isPending}
          {...hint('Picture')}
        >
          <IconPhoto size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </FileButton>
  );
}

export function FormatBar({ onEdit, entryId }: FormatBarProps) {
  return (
    <Group gap="s4" mb="xs" role="toolbar" aria-label="Format">
      {FORMATS.map(({ label, icon: Icon, edit }) => (
        <ActionIcon
          key={label}
          size={32}
          aria-label={label}
          onClick={() => onEdit(edit)}
          {...hint(label)}
        >
          <Icon size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      ))}
      {entryId !== undefined && <PictureButton entryId={entryId} onEdit={onEdit} />}
    </Group>
  );
}
