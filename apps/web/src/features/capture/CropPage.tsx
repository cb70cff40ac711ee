import { Box, Button, Flex, Text } from '@mantine/core';
import { IconCamera, IconMaximize, IconRotateClockwise } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import classes from './Capture.module.css';
import { Loupe } from './Loupe.tsx';
import type { PhotographedPage } from './pageDrafts.ts';
import { pageJob } from './pageJobs.ts';
import { isConvex, type Point, type Quad, type Turns, turnBy, turnQuad } from './quad.ts';

/** The handles that can be dragged: a corner, or a side, which moves both of its corners. */
const HANDLES: readonly { label: string; corners: readonly number[] }[] = [
  { label: 'Top left corner', corners: [0] },
  { label: 'Top right corner', corners: [1] },
  { label: 'Bottom right corner', corners: [2] },
  { label: 'Bottom left corner', corners: [3] },
  { label: 'Top edge', corners: [0, 1] },
  { label: 'Right edge', corners: [1, 2] },
  { label: 'Bottom edge', corners: [2, 3] },
  { label: 'Left edge', corners: [3, 0] },
];
const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const LONGEST_SHOWN_PX = 1600;
/** Percentage of the viewport height, so that the buttons stay visible. */
const PHOTO_DVH = 58;

const within = (value: number): number => Math.min(1, Math.max(0, value));
const middleOf = (quad: Quad, corners: readonly number[]): Point => ({
  x: corners.reduce((sum, each) => sum + quad[each]!.x, 0) / corners.length,
  y: corners.reduce((sum, each) => sum + quad[each]!.y, 0) / corners.length,
});

/** Draws the rotated photo on a canvas. Undefined until the photo is decoded. */
function useTurnedPhoto(photo: Blob, turns: Turns) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement>();
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const bitmap = await createImageBitmap(photo);
      const scale = Math.min(1, LONGEST_SHOWN_PX / Math.max(bitmap.width, bitmap.height));
      const [width, height] = [bitmap.width * scale, bitmap.height * scale];
      const turned = document.createElement('canvas');
      const isOnSide = turns % 2 === 1;
      turned.width = Math.round(isOnSide ? height : width);
      turned.height = Math.round(isOnSide ? width : height);
      const context = turned.getContext('2d')!;
      context.translate(turned.width / 2, turned.height / 2);
      context.rotate((turns * Math.PI) / 2);
      context.drawImage(bitmap, -width / 2, -height / 2, width, height);
      bitmap.close();
      if (isCurrent) setCanvas(turned);
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [photo, turns]);
  return canvas;
}

interface CropPageProps {
  page: PhotographedPage;
  number: number;
  onUse: (corners: Quad, turns: Turns) => void;
  onRetake: () => void;
}

export function CropPage({ page, number, onUse, onRetake }: CropPageProps) {
  const [turns, setTurns] = useState(page.turns);
  /** Coordinates in the rotated photo. */
  const [corners, setCorners] = useState(() => turnQuad(page.corners, page.turns));
  const [heldCorners, setHeldCorners] = useState<readonly number[] | null>(null);
  const photo = useTurnedPhoto(page.photo, turns);
  const frame = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ at: Point; corners: Quad } | null>(null);

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!photo || !canvas) return;
    canvas.width = photo.width;
    canvas.height = photo.height;
    canvas.getContext('2d')?.drawImage(photo, 0, 0);
  }, [photo]);

  const move = (start: Quad, moved: readonly number[], by: Point) => {
    const next = start.map((corner, index) =>
      moved.includes(index) ? { x: within(corner.x + by.x), y: within(corner.y + by.y) } : corner,
    ) as unknown as Quad;
    // A move that would make the shape concave or self-crossing is ignored.
    if (isConvex(next)) setCorners(next);
  };
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = frame.current!.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const onKeyDown = (event: KeyboardEvent, moved: readonly number[]) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const { width, height } = frame.current!.getBoundingClientRect();
    const pixels = event.shiftKey ? 10 : 1;
    move(corners, moved, { x: (step.x * pixels) / width, y: (step.y * pixels) / height });
  };
  const findEdges = async () => {
    const quad = await pageJob({ kind: 'find', photo: page.photo }).catch(() => null);
    if (quad) setCorners(turnQuad(quad, turns));
    else toast.info('No edges found. Drag the corners to the edges of the page.');
  };
  const rotate = () => {
    setTurns(turnBy(turns, 1));
    setCorners(turnQuad(corners, 1));
  };

  const ratio = photo ? photo.width / photo.height : 3 / 4;
  return (
    <Flex direction="column" gap="md" align="stretch">
      <Flex className={classes.table} justify="center" align="center">
        <Box
          ref={frame}
          pos="relative"
          style={{ width: `min(100%, ${PHOTO_DVH * ratio}dvh)`, aspectRatio: ratio }}
        >
          <canvas ref={canvasRef} className={classes.photo} aria-hidden />
          <svg className={classes.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
            <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
          </svg>
          {HANDLES.map(({ label, corners: moved }) => {
            const { x, y } = middleOf(corners, moved);
            return (
              <button
                key={label}
                type="button"
                className={classes.handle}
                data-kind={moved.length === 1 ? 'corner' : 'edge'}
                data-held={heldCorners === moved || undefined}
                style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
                aria-label={`${label}. Arrow keys move it.`}
                onKeyDown={(event) => onKeyDown(event, moved)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  from.current = { at: pointOf(event), corners };
                  setHeldCorners(moved);
                }}
                onPointerMove={(event) => {
                  const start = from.current;
                  if (!start) return;
                  const at = pointOf(event);
                  move(start.corners, moved, { x: at.x - start.at.x, y: at.y - start.at.y });
                }}
                onLostPointerCapture={() => {
                  from.current = null;
                  setHeldCorners(null);
                }}
              />
            );
          })}
          {photo && heldCorners?.length === 1 && (
            <Loupe photo={photo} at={corners[heldCorners[0]!]!} />
          )}
        </Box>
      </Flex>
      <Text size="body" ta="center" c="var(--ink-2)">
        Drag the corners to the edges of the page
      </Text>
      <Flex gap="xs" wrap="wrap">
        <Tool icon={IconCamera} label="Retake" onClick={onRetake} />
        <Tool icon={IconRotateClockwise} label="Rotate" onClick={rotate} />
        <Tool icon={IconMaximize} label="Find edges" onClick={() => void findEdges()} />
      </Flex>
      <Button h={48} onClick={() => onUse(turnQuad(corners, turnBy(0, -turns)), turns)}>
        Use page {number}
      </Button>
    </Flex>
  );
}

interface ToolProps {
  icon: typeof IconCamera;
  label: string;
  onClick: () => void;
}

function Tool({ icon: ToolIcon, label, onClick }: ToolProps) {
  return (
    <Button
      variant="default"
      h={48}
      flex="1 1 auto"
      px="s10"
      leftSection={<ToolIcon size={18} stroke={1.7} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
