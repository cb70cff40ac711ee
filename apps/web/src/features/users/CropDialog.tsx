import { Box, Button, Group, Modal } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { DialogFoot } from '../../ui/DialogActions.tsx';
import {
  type Crop,
  draw,
  MOST_ZOOM,
  moveCrop,
  cropAfterKey,
  wholePicture,
  zoomCrop,
} from './crop.ts';
import classes from './Users.module.css';

/** Size of the uploaded picture and of the crop area. People's pictures are shown small everywhere. */
const SENT_PX = 256;
const SHOWN_PX = 280;

interface FrameProps {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (change: (crop: Crop) => Crop) => void;
}

function Frame({ picture, crop, onCrop }: FrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragStart = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const take = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, y: event.clientY };
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const from = dragStart.current;
    if (!from) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    dragStart.current = { x: event.clientX, y: event.clientY };
    onCrop((now) =>
      moveCrop(now, (event.clientX - from.x) / width, (event.clientY - from.y) / width),
    );
  };
  const press = (event: KeyboardEvent) => {
    if (cropAfterKey(crop, event.key, event.shiftKey) === undefined) return;
    event.preventDefault();
    onCrop((now) => cropAfterKey(now, event.key, event.shiftKey) ?? now);
  };
  const density = Math.min(3, window.devicePixelRatio || 1);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Box
      className={classes.frame}
      w={280}
      maw="100%"
      mx="auto"
      mt="s4"
      mb="md"
      bdrs="lg"
      role="application"
      aria-label="Your picture. Arrow keys move it, plus and minus change its size."
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-autofocus
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => (dragStart.current = null)}
      onPointerCancel={() => (dragStart.current = null)}
      onKeyDown={press}
      onWheel={({ deltaY }) =>
        onCrop((now) => zoomCrop(now, now.zoom * (deltaY < 0 ? 1.06 : 0.94)))
      }
    >
      <canvas
        ref={canvas}
        className={classes.canvas}
        width={SHOWN_PX * density}
        height={SHOWN_PX * density}
      />
      <Box
        component="span"
        className={classes.ring}
        pos="absolute"
        inset={0}
        bdrs="50%"
        aria-hidden
      />
    </Box>
  );
}

async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = SENT_PX;
  canvas.height = SENT_PX;
  draw(canvas, picture, crop);
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
}

interface CropDialogProps {
  picture: ImageBitmap | null;
  saving: boolean;
  onSave: (image: string) => void;
  onClose: () => void;
}

export default function CropDialog({ picture, saving, onSave, onClose }: CropDialogProps) {
  const [shownPicture, setShownPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>(wholePicture(1, 1));
  if (picture && picture !== shownPicture) {
    setShownPicture(picture);
    setCrop(wholePicture(picture.width, picture.height));
  }
  return (
    <Modal opened={picture !== null} onClose={onClose} title="Your picture" size={360}>
      {shownPicture && <Frame picture={shownPicture} crop={crop} onCrop={setCrop} />}
      <Group component="label" wrap="nowrap" gap="sm" fz="meta" fw={600}>
        Zoom
        <input
          type="range"
          className={classes.zoom}
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={({ currentTarget }) => {
            const zoom = Number(currentTarget.value);
            setCrop((now) => zoomCrop(now, zoom));
          }}
        />
      </Group>
      <DialogFoot mt="s20">
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={saving}
          onClick={() => {
            if (shownPicture) void encodeCrop(shownPicture, crop).then(onSave);
          }}
        >
          Save picture
        </Button>
      </DialogFoot>
    </Modal>
  );
}
