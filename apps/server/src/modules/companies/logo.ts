import { createHash } from 'node:crypto';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@cairn/contract';
import { pictureIn } from '../../platform/images.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';

export interface Logo {
  type: string;
  content: Buffer;
  version: string;
}

/** Reads a data: URL. Its stated type is ignored; the bytes decide. */
export function readLogo(dataUrl: string): Logo {
  const content = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (content.length > LOGO_MAX_BYTES) throw wrong('Choose a picture of at most 256 kB');
  const picture = pictureIn(content);
  if (!picture) throw wrong('Choose a PNG, JPEG or WebP picture');
  const { type, width, height } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > LOGO_MAX_PIXELS) {
    throw wrong(`Choose a picture of at most ${LOGO_MAX_PIXELS} by ${LOGO_MAX_PIXELS} pixels`);
  }
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { type, content, version };
}

const wrong = (why: string): ApiError => invalidField('logo', why);
