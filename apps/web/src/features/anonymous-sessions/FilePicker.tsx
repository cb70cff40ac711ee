import { Anchor, Flex, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { IconCamera, IconFolder } from '@tabler/icons-react';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { useWindowDrop } from '../../ui/useBrowserDrop.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { droppedFiles } from '../documents/droppedFiles.ts';

interface FilePickerProps {
  onFiles: (files: File[]) => void;
  /** Opens the camera to photograph pages. */
  onCamera: () => void;
}

/** Touch devices get a camera button instead of a dropzone: they have a camera but no drag and drop. */
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

/** Accepts files dropped anywhere in the window: the browser would otherwise open the file in place of the page. */
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
