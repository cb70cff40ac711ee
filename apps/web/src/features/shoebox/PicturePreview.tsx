import { Box, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callOptions } from '../../lib/useCall.ts';
import { PageSkeleton } from '../annotator/Notices.tsx';
import { useSettled } from '../../lib/useSettled.ts';
import classes from './Shoebox.module.css';

/** A photo of a phone has more dots than any window. */
const WIDEST = 2000;

async function draw(address: string, canvas: HTMLCanvasElement, signal: AbortSignal) {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`The download answered ${answer.status}`);
  const picture = await createImageBitmap(await answer.blob());
  const scale = Math.min(1, WIDEST / picture.width);
  canvas.width = picture.width * scale;
  canvas.height = picture.height * scale;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
}

/** Its dots are drawn, never the file itself shown: whatever else is in it stays out of the page. */
function Drawn({ documentId, title }: { documentId: string; title: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading');
  const { data, isError, refetch } = useQuery({
    ...callOptions(
      'getDocumentWithDownloadUrl',
      { params: { id: documentId } },
      { onFailure: () => true },
    ),
    // Each reading is on record.
    staleTime: Infinity,
    gcTime: 0,
  });
  const address = data?.downloadUrl;
  useEffect(() => {
    if (!address || !canvas.current) return undefined;
    const control = new AbortController();
    draw(address, canvas.current, control.signal).then(
      () => setState('here'),
      () => control.signal.aborted || setState('failed'),
    );
    return () => control.abort();
  }, [address]);
  if (isError || state === 'failed') {
    return (
      <Text
        component="div"
        display="grid"
        size="table"
        flex={1}
        p="lg"
        c="var(--ink-2)"
        ta="center"
        style={{ alignContent: 'center', justifyItems: 'center', gap: '0.75rem' }}
      >
        This picture can’t be displayed. You can still download it.
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            setState('loading');
            void refetch();
          }}
        >
          Try again
        </Button>
      </Text>
    );
  }
  return (
    <Box className={classes.picture} flex={1} mih={0} p="lg" ta="center">
      {state === 'loading' && <PageSkeleton />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn */}
      <canvas ref={canvas} role="img" aria-label={title} hidden={state !== 'here'} />
    </Box>
  );
}

export default function PicturePreview(props: { documentId: string; title: string }) {
  return useSettled() ? <Drawn {...props} /> : <PageSkeleton />;
}
