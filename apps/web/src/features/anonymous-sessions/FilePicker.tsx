import { Anchor, Flex, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { IconCamera, IconFolder } from '@tabler/icons-react';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { useWindowDrop } from '../../ui/useBrowserDrop.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';

interface FilePickerProps {
  onFiles: (files: File[]) => void;
  /** To photograph pages. */
  onCamera: () => void;
}

/** Where there is a touch screen there is a camera, and nothing to drop. */
const isTouch = (): boolean => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

export const FilePicker = (props: FilePickerProps) =>
  isTouch() ? <TouchFilePicker {...props} /> : <FileDropzone onFiles={props.onFiles} />;

function TouchFilePicker({ onFiles, onCamera }: FilePickerProps) {
  const ways = [
    { label: 'Take photos', icon: IconCamera, pick: onCamera },
    { label: 'Choose files', icon: IconFolder, pick: () => chooseFiles(onFiles) },
  ];
  return (
    <SimpleGrid cols={2} spacing="xs">
      {ways.map(({ label, icon: WayIcon, pick }) => (
        <UnstyledButton
          key={label}
          type="button"
          mih={96}
          bdrs="lg"
          bd="1px dashed var(--ink-2)"
          ta="center"
          fw={500}
          onClick={pick}
        >
          <Flex direction="column" align="center" gap="xs">
            <WayIcon size={22} stroke={1.6} aria-hidden />
            {label}
          </Flex>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}

/** Files that miss the place are taken, too: the browser would open them instead of the page. */
function FileDropzone({ onFiles }: Pick<FilePickerProps, 'onFiles'>) {
  const take = (dropped: DataTransfer) =>
    void droppedFiles(dropped).then((files) => files.length > 0 && onFiles(files));
  useWindowDrop(take);
  return (
    <Dropzone onDrop={take}>
      <Text fw={500}>
        Drop files or folders here, or{' '}
        <Anchor component="button" type="button" inherit onClick={() => chooseFiles(onFiles)}>
          choose files
        </Anchor>
      </Text>
      <Text fz="meta" c="var(--ink-2)" mt="s2">
        PDF, Word, Excel, or a photo
      </Text>
    </Dropzone>
  );
}
