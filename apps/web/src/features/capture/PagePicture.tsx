import { useDrawnPicture } from '../../lib/useDrawnPicture.ts';
import classes from './Capture.module.css';

const WIDTH_PX = 220;

export function PagePicture({ picture }: { picture: Blob }) {
  const { canvas } = useDrawnPicture(picture, WIDTH_PX);
  return <canvas ref={canvas} className={classes.picture} aria-hidden />;
}
