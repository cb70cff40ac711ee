import { Anchor, Flex, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { IconCamera, IconFolder } from '@tabler/icons-react';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { chooseFiles, takePhoto } from '../documents/chooseFile.ts';

interface FilePickerProps {
  onFiles: (files: File[]) => void;
}

/** Where there is a touch screen there is a camera, and nothing to drop. */
const isTouch = (): boolean => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

export const FilePicker = (props: FilePickerProps) =>
  isTouch() ? <TouchFilePicker {...props} /> : <FileDropzone {...props} />;

function TouchFilePicker({ onFiles }: FilePickerProps) {
  const ways = [
    { label: 'Take a photo', icon: IconCamera, pick: () => takePhoto((photo) => onFiles([photo])) },
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
          <Flex direction="column" align="center" gap={8}>
            <WayIcon size={22} stroke={1.6} aria-hidden />
            {label}
          </Flex>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}

const FileDropzone = ({ onFiles }: FilePickerProps) => (
  <Dropzone onFiles={onFiles}>
    <Text fw={500}>
      Drop files here, or{' '}
      <Anchor component="button" type="button" inherit onClick={() => chooseFiles(onFiles)}>
        choose files
      </Anchor>
    </Text>
    <Text fz="meta" c="var(--ink-2)" mt={2}>
      PDF, Word, Excel, or a photo
    </Text>
  </Dropzone>
);
