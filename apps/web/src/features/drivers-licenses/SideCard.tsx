import type { LicenseImage } from '@cairn/contract';
import type { LicenseSide } from '@cairn/contract/drivers-license-terms';
import { Button, Flex, Stack, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconCamera,
  IconCircleCheck,
  IconId,
  IconBarcode,
} from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { blockedBecause } from '../documents/scanState.ts';
import { CardPicture } from './CardPicture.tsx';
import classes from './DriversLicenses.module.css';
import { Problem } from './Problem.tsx';
import type { SideState } from './sides.ts';

export const SIDE_NAMES: Record<LicenseSide, string> = { front: 'Front', back: 'Back' };
const PLACEHOLDERS = { front: IconId, back: IconBarcode } as const;

interface SideCardProps {
  side: LicenseSide;
  state: SideState;
  image: LicenseImage | null;
  onChoose: (file: File) => void;
  onRemove: () => void;
  /** A notice about the picture. */
  children?: ReactNode;
}

/** One side of the license: its picture, with buttons to take a photo or choose a file. */
export function SideCard({ side, state, image, onChoose, onRemove, children }: SideCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const name = SIDE_NAMES[side];
  const isBusy = state.status === 'loading';
  const isThere = image !== null && !isBusy && state.status !== 'error' && !blockedBecause(image);
  const Placeholder = PLACEHOLDERS[side];
  const hasPicture = image !== null || state.file !== undefined;
  return (
    <Stack
      component="section"
      gap="s4"
      miw={0}
      aria-label={`${name} of the license`}
      aria-busy={isBusy}
    >
      <CardPicture side={side} file={state.file} image={image} isShownAtOnce>
        <Placeholder size={40} stroke={1.2} aria-hidden />
      </CardPicture>
      <Flex align="center" gap="s6" wrap="wrap" mih="var(--touch)">
        {isThere && <IconCircleCheck className={classes.done} size={18} stroke={1.7} aria-hidden />}
        <Text component="h2" size="body" fw={500}>
          {name}
        </Text>
        <Flex ml="auto" wrap="wrap">
          {hasPicture && !isBusy && (
            <Button
              variant="subtle"
              px="xs"
              mih="var(--touch)"
              aria-label={`Remove the ${side}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
          {hasPicture && !isBusy && (
            <Button
              variant="subtle"
              px="xs"
              mih="var(--touch)"
              aria-label={`Retake the ${side}`}
              onClick={() => input.current?.click()}
            >
              Retake
            </Button>
          )}
        </Flex>
      </Flex>
      {!hasPicture && (
        <Button
          variant="default"
          fullWidth
          mih="var(--touch)"
          leftSection={<IconCamera size={18} stroke={1.7} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Add the {side}
        </Button>
      )}
      {/* Opens the camera on a phone and the file chooser on a computer. */}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={`Picture file of the ${side}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Clears the input, so that the same file can be chosen again after a failure.
          currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
      {isBusy && (
        <Text component="p" size="table" c="var(--ink-2)">
          <progress
            className={classes.progress}
            aria-label={`Saving the ${side}`}
            value={state.percent}
            max={100}
          />
          Saving…
        </Text>
      )}
      {state.status === 'error' && (
        <Problem>
          <IconAlertCircle size={16} stroke={1.7} aria-hidden />
          {state.reason}
        </Problem>
      )}
      {children}
    </Stack>
  );
}
