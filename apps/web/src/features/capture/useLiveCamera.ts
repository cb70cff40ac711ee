import { useEffect, useRef, useState } from 'react';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { pageJob } from './pageJobs.ts';
import type { Look } from './steadyPage.ts';

/** Longer side of the analyzed frames. At this size a phone finds the edges within some tens of milliseconds. */
const LOOK_AT_PX = 320;
const BETWEEN_LOOKS_MS = 120;
const PHOTO_QUALITY = 0.92;

/** Size in pixels. It changes when the phone is rotated. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Captures the current picture at full size. */
export type TakePhoto = () => Promise<File>;

export type CameraState = 'starting' | 'on' | 'refused' | 'missing';

/** The `torch` setting, which not every browser supports and which TypeScript's constraint types do not include. */
interface FlashSettings {
  torch?: boolean;
}

/** The back camera at the highest resolution available, because its picture is what is sent. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: { ideal: 'environment' },
    width: { ideal: 3840 },
    height: { ideal: 2160 },
  },
};

async function frameOf(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, LOOK_AT_PX / Math.max(width, height));
  return createImageBitmap(video, {
    resizeWidth: Math.max(2, Math.round(width * scale)),
    resizeHeight: Math.max(2, Math.round(height * scale)),
  });
}

async function photoOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', PHOTO_QUALITY);
  });
  if (!blob) throw new Error('no picture of the camera');
  return new File([blob], 'page.jpg', { type: 'image/jpeg' });
}

const isRefusal = (failure: unknown): boolean =>
  failure instanceof DOMException && failure.name === 'NotAllowedError';

/** Runs the camera while the component is mounted, and analyzes and reports one frame after another. */
export function useLiveCamera(
  onLook: (look: Look, size: PictureSize, takePhoto: TakePhoto) => void,
) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [isFlashOn, setFlashOn] = useState(false);
  const report = useEventCallback(onLook);

  useEffect(() => {
    let isOpen = true;
    let stream: MediaStream | undefined;
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(WANTED);
      const element = video.current;
      if (!isOpen || !element) {
        for (const each of stream.getTracks()) each.stop();
        return;
      }
      const [camera] = stream.getVideoTracks();
      // The camera was unplugged, or another application took it over.
      camera?.addEventListener('ended', () => isOpen && setState('missing'));
      element.srcObject = stream;
      await element.play();
      setTrack(camera ?? null);
      setState('on');
    };
    start().catch((failure: unknown) => {
      if (!isOpen) return;
      console.warn('no live camera', failure);
      setState(isRefusal(failure) ? 'refused' : 'missing');
    });
    return () => {
      isOpen = false;
      for (const each of stream?.getTracks() ?? []) each.stop();
    };
  }, []);

  const isOn = state === 'on';
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOpen = true;
    const look = async () => {
      try {
        const element = video.current;
        if (element && element.videoWidth > 0) {
          const frame = await pageJob({ kind: 'look', frame: await frameOf(element) });
          const size = { width: element.videoWidth, height: element.videoHeight };
          if (isOpen) report(frame, size, () => photoOf(element));
        }
      } catch (failure) {
        console.warn('frame not read', failure);
      }
      if (isOpen) timer = setTimeout(() => void look(), BETWEEN_LOOKS_MS);
    };
    void look();
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [isOn, report]);

  const hasFlash = Boolean((track?.getCapabilities?.() as FlashSettings | undefined)?.torch);
  return {
    video,
    state,
    takePhoto: () => photoOf(video.current!),
    hasFlash,
    isFlashOn,
    switchFlash: () => {
      const torch = !isFlashOn;
      const constraints = { advanced: [{ torch }] } as unknown as MediaTrackConstraints;
      void track?.applyConstraints(constraints).then(
        () => setFlashOn(torch),
        (failure: unknown) => console.warn('no flash', failure),
      );
    },
  };
}
