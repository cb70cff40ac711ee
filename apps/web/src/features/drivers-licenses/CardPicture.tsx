import { Button, Text } from '@mantine/core';
import type { LicenseImage } from '@cairn/contract';
import { SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { send } from '../../lib/client.ts';
import { useDrawnPicture } from '../../lib/useDrawnPicture.ts';
import { blockedBecause } from '../documents/scanState.ts';
import classes from './DriversLicenses.module.css';

/** Sharp at a device pixel ratio of 3, with about a twentieth of the pixels of a 12-megapixel photo. */
const WIDTH_PX = 900;

function Drawn({ picture, label }: { picture: Blob; label: string }) {
  const { canvas, hasFailed } = useDrawnPicture(picture, WIDTH_PX);
  if (hasFailed) return <Words>This browser can’t show the picture.</Words>;
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn
  return <canvas ref={canvas} className={classes.drawn} role="img" aria-label={label} />;
}

const Words = ({ children }: { children: ReactNode }) => (
  <Text component="div" className={classes.words} size="table" c="var(--ink-2)">
    {children}
  </Text>
);

async function download(id: string, signal: AbortSignal): Promise<Blob> {
  const { downloadUrl } = await send('getDocumentWithDownloadUrl', { params: { id } }, signal);
  if (downloadUrl === null) throw new Error('The picture is not served');
  const answer = await fetch(downloadUrl, { signal });
  if (!answer.ok) throw new Error(`The download answered ${answer.status}`);
  return answer.blob();
}

interface StoredProps {
  image: LicenseImage;
  label: string;
  /** False for a lender, who has to request each picture because every view is logged. */
  isShownAtOnce: boolean;
}

function Stored({ image, label, isShownAtOnce }: StoredProps) {
  const [isAsked, setAsked] = useState(isShownAtOnce);
  const blocked = blockedBecause(image);
  const isClean = image.virusScanState === 'CLEAN' || image.virusScanState === null;
  const { data, isError, refetch } = useQuery({
    queryKey: ['license picture', image.id],
    queryFn: ({ signal }) => download(image.id, signal),
    enabled: isAsked && isClean && !blocked,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (blocked) return <Words>{SCAN_REASON_TEXTS[blocked]}</Words>;
  if (!isClean) {
    return (
      <Words>
        {image.virusScanState === 'ERROR'
          ? 'This picture could not be checked for viruses yet.'
          : 'Checking for viruses…'}
      </Words>
    );
  }
  if (data) return <Drawn picture={data} label={label} />;
  if (isError) {
    return (
      <Words>
        The picture could not be loaded.
        <Button variant="default" mih="var(--touch)" onClick={() => void refetch()}>
          Try again
        </Button>
      </Words>
    );
  }
  if (isAsked) return <Words>Loading…</Words>;
  return (
    <Button
      variant="default"
      mih="var(--touch)"
      leftSection={<IconEye size={16} stroke={1.7} aria-hidden />}
      aria-label={`Show ${label.toLowerCase()}`}
      onClick={() => setAsked(true)}
    >
      Show picture
    </Button>
  );
}

interface CardPictureProps {
  side: string;
  /** A picture that was just chosen. It is shown before it is uploaded. */
  file?: File | undefined;
  image: LicenseImage | null;
  isShownAtOnce: boolean;
  /** Placeholder while there is no picture. */
  children: ReactNode;
}

export function CardPicture({ side, file, image, isShownAtOnce, children }: CardPictureProps) {
  const label = `Picture of the ${side}`;
  const isBlocked = image !== null && blockedBecause(image) !== undefined;
  return (
    <div className={classes.frame} data-empty={(!file && !image) || undefined}>
      {file && !isBlocked ? (
        <Drawn picture={file} label={label} />
      ) : image ? (
        <Stored key={image.id} image={image} label={label} isShownAtOnce={isShownAtOnce} />
      ) : (
        children
      )}
    </div>
  );
}
