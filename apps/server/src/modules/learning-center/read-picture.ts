import { SUPPORT_PICTURE_MAX_BYTES, SUPPORT_PICTURE_MAX_PIXELS } from '@cairn/contract';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { pictureIn } from '../../platform/images.ts';

/** Reads a data: URL. Its bytes decide the type, not the type that it states. */
export function readPicture(dataUrl: string): { type: string; content: Buffer } {
  const content = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (content.length > SUPPORT_PICTURE_MAX_BYTES) {
    throw wrong('Choose a picture of at most 512 kB');
  }
  const picture = pictureIn(content);
  if (!picture) throw wrong('Choose a PNG, JPEG or WebP picture');
  const { type, width, height } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > SUPPORT_PICTURE_MAX_PIXELS) {
    throw wrong(`Choose a picture of at most ${SUPPORT_PICTURE_MAX_PIXELS} pixels a side`);
  }
  return { type, content };
}

const wrong = (why: string): ApiError => invalidField('image', why);
