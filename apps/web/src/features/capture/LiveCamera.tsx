import { Box, Button, Center, Flex, Text, UnstyledButton } from '@mantine/core';
import { IconBolt, IconBoltOff, IconFolder, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { choosePhotos, takePhoto } from '../documents/chooseFile.ts';
import classes from './LiveCamera.module.css';
import type { PhotographedPage } from './pageDrafts.ts';
import { PagePicture } from './PagePicture.tsx';
import { type Quad, scaleQuad } from './quad.ts';
import {
  hintOf,
  type Look,
  NOTHING_SEEN,
  readiness,
  type Steady,
  steadyAfter,
} from './steadyPage.ts';
import {
  type CameraState,
  type PictureSize,
  type TakePhoto,
  useLiveCamera,
} from './useLiveCamera.ts';

/** Number of recent pages shown as thumbnails beside the shutter. */
const THUMBS = 2;
const RING = 2 * Math.PI * 38;
/** Minimum size of a touch target. */
const TOOL = { w: 44, h: 44, flex: 'none', ta: 'center', lh: 0 } as const;
const NUMBER = {
  component: 'span',
  pos: 'absolute',
  top: -8,
  right: -8,
  w: 22,
  h: 22,
  bdrs: '50%',
  bg: 'white',
  c: 'black',
  fz: 'meta',
} as const;

interface LiveCameraProps {
  title: string;
  pages: readonly PhotographedPage[];
  /** The number of the page that is taken next or retaken. */
  number: number;
  isBusy: boolean;
  onPhoto: (photo: File) => void;
  onPhotos: (photos: readonly File[]) => void;
  /** Opens the list of pages that were taken. */
  onReview: () => void;
  onClose: () => void;
}

/** Shows the camera picture with the detected page edges. Takes a page automatically or when the shutter is pressed. */
export function LiveCamera(props: LiveCameraProps) {
  const { title, pages, number, isBusy, onPhoto, onPhotos, onReview, onClose } = props;
  const [size, setSize] = useState<PictureSize>({ width: 1, height: 1 });
  const [look, setLook] = useState<Look | null>(null);
  const [steady, setSteady] = useState<Steady>(NOTHING_SEEN);
  const [ready, setReady] = useState(0);
  const [isAutomatic, setAutomatic] = useState(true);
  const isTaking = useRef(false);

  const shoot = async (take: TakePhoto) => {
    if (isTaking.current) return;
    isTaking.current = true;
    setSteady((now) => ({ ...now, isTaken: true }));
    setReady(0);
    try {
      onPhoto(await take());
    } finally {
      isTaking.current = false;
    }
  };
  const camera = useLiveCamera((frame, seenSize, take) => {
    const now = performance.now();
    const next = steadyAfter(steady, frame, now);
    const isReady = isBusy ? 0 : readiness(next, now);
    setLook(frame);
    setSize(seenSize);
    setSteady(next);
    setReady(isAutomatic ? isReady : 0);
    if (isAutomatic && isReady === 1) void shoot(take);
  });
  const { video, state, hasFlash, isFlashOn } = camera;
  const isOff = state === 'refused' || state === 'missing';

  return (
    <Flex className={classes.camera} direction="column">
      <Flex component="header" align="center" justify="space-between" p="xs">
        <UnstyledButton {...TOOL} aria-label="Close the camera" onClick={onClose}>
          <IconX size={24} stroke={1.7} aria-hidden />
        </UnstyledButton>
        <Box ta="center" miw={0}>
          <Text component="h2" size="subsection" fw={600} truncate>
            {title}
          </Text>
          <Text size="body" c="#d4d0cb">
            Page {number}
          </Text>
        </Box>
        {hasFlash ? (
          <UnstyledButton
            {...TOOL}
            aria-label="Flash"
            aria-pressed={isFlashOn}
            onClick={camera.switchFlash}
          >
            {isFlashOn ? (
              <IconBolt size={22} stroke={1.7} aria-hidden />
            ) : (
              <IconBoltOff size={22} stroke={1.7} aria-hidden />
            )}
          </UnstyledButton>
        ) : (
          <Box w="var(--touch)" />
        )}
      </Flex>
      <Box pos="relative" flex={1} mih={0} bg="#17130f" style={{ overflow: 'hidden' }}>
        {/* A live camera picture has no speech, so it needs no captions. */}
        <video ref={video} className={classes.picture} muted playsInline aria-hidden />
        {look?.corners && <Outline size={size} corners={look.corners} />}
        {isOff ? (
          <NoCamera state={state} onPhoto={(photo) => onPhotos([photo])} />
        ) : (
          <output className={classes.hint}>
            <span>
              {isBusy && steady.isTaken
                ? `Reading page ${number}`
                : hintOf({ look, steady, number, isAutomatic, hasFlash })}
            </span>
          </output>
        )}
      </Box>
      <Flex component="footer" direction="column" gap="md" p="md">
        <Flex align="center" justify="space-between">
          <Flex gap="sm" w={116}>
            {pages.slice(-THUMBS).map((page, index, thumbs) => (
              <Center key={page.id} pos="relative" w="var(--touch)" h={56}>
                <PagePicture picture={page.picture} />
                <Center {...NUMBER}>{pages.length - thumbs.length + index + 1}</Center>
              </Center>
            ))}
          </Flex>
          <UnstyledButton
            w={80}
            h={80}
            bdrs="50%"
            aria-label={`Take page ${number}`}
            disabled={state !== 'on' || isBusy}
            onClick={() => void shoot(camera.takePhoto)}
          >
            <svg viewBox="0 0 80 80" aria-hidden>
              <circle cx="40" cy="40" r="38" fill="none" stroke="#5c5853" strokeWidth="4" />
              <circle
                cx="40"
                cy="40"
                r="38"
                fill="none"
                stroke="#fbbf24"
                strokeWidth="4"
                transform="rotate(-90 40 40)"
                strokeDasharray={`${ready * RING} ${RING}`}
              />
              <circle cx="40" cy="40" r="30" fill="white" />
            </svg>
          </UnstyledButton>
          <Flex w={116} justify="flex-end">
            <Button
              h={48}
              bg="#2e2b28"
              c="white"
              disabled={pages.length === 0 || isBusy}
              onClick={onReview}
            >
              Review
            </Button>
          </Flex>
        </Flex>
        <Flex align="center" justify="space-between" mih="var(--touch)">
          {/* The label contains the state. With aria-pressed, screen readers would announce it twice. */}
          <UnstyledButton mih="var(--touch)" onClick={() => setAutomatic(!isAutomatic)}>
            Automatic: {isAutomatic ? 'on' : 'off'}
          </UnstyledButton>
          <UnstyledButton mih="var(--touch)" onClick={() => choosePhotos(onPhotos)}>
            <Flex component="span" align="center" gap="xs">
              <IconFolder size={20} stroke={1.7} aria-hidden />
              Choose photos
            </Flex>
          </UnstyledButton>
        </Flex>
      </Flex>
    </Flex>
  );
}

/** Uses the pixel coordinates of the video and crops like it, so that the outline matches the picture. */
function Outline({ size: { width, height }, corners }: { size: PictureSize; corners: Quad }) {
  const points = scaleQuad(corners, width, height).map(({ x, y }) => `${x},${y}`);
  return (
    <svg
      className={classes.outline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      data-testid="page-outline"
      aria-hidden
    >
      <polygon points={points.join(' ')} />
    </svg>
  );
}

function NoCamera({ state, onPhoto }: { state: CameraState; onPhoto: (photo: File) => void }) {
  return (
    <Flex
      className={classes.off ?? ''}
      bg="#17130f"
      direction="column"
      align="center"
      justify="center"
      gap="md"
      p="xl"
    >
      <Text size="body" ta="center" role="alert">
        {state === 'refused'
          ? 'The camera isn’t allowed for this site. You can allow it in your browser’s settings, or send photos another way.'
          : 'The camera can’t be used right now. You can send photos another way.'}
      </Text>
      <Button variant="white" color="dark" h={48} onClick={() => takePhoto(onPhoto)}>
        Open the phone’s camera
      </Button>
    </Flex>
  );
}
