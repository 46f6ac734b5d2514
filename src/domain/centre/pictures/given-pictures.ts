import { type ImageRefusal, sayInterrupted } from '#domain/files/inspect-pdf.ts'
import type { Crop, Size } from './crop.ts'
import type { PictureFormat, PictureUse } from './site-picture.ts'

export type PictureRefusal =
  | Exclude<ImageRefusal, 'svg'>
  | 'empty'
  | 'heic'
  | 'moving'
  | 'too-small'
  | 'drawing-too-large'

/** `bytes` are WebP, upright, without metadata and no longer than the use needs. */
export type RedrawnPicture = Size & { bytes: Uint8Array }
/** `width` × `height` is the size of the largest. */
export type CroppedPicture = Size & {
  files: { width: number; format: PictureFormat; bytes: Uint8Array }[]
}

/** Pictures that somebody sends. Bad ones and slow ones are answers. */
export type GivenPictures = {
  redraw(path: string, use: PictureUse): Promise<RedrawnPicture | PictureRefusal>
  /** Of what `redraw` made. */
  crop(source: Uint8Array, crop: Crop, use: PictureUse): Promise<CroppedPicture | PictureRefusal>
}

const SENTENCES: Record<PictureRefusal, string> = {
  empty: 'This file is empty. Choose the picture again; if it is empty there too, download it again first.',
  'not-an-image':
    'This file is not a picture, whatever its name says. Choose a PNG, JPEG, WebP, AVIF, GIF or SVG.',
  heic: 'This photo is an HEIC, which browsers cannot show. Save or share it as JPEG and choose that.',
  moving: 'This picture moves, and pictures here stand still. Save one frame of it as PNG and choose that.',
  'too-small': 'This picture is smaller than 16 pixels. Choose a larger one.',
  'too-many-pixels':
    'This picture has more than 40 million pixels. Make it smaller, such as by sending it to yourself in a chat, and choose that.',
  'drawing-too-large': 'This SVG is larger than 1 MiB. Save it as PNG and choose that.',
  broken:
    'This picture is damaged and cannot be read. Open it, save it again as PNG or JPEG and choose that.',
  'took-too-long':
    'This picture took too long to read. Try again; if it goes on so, save it as PNG or JPEG and choose that.',
  'too-much-memory': 'This picture needs too much memory to read. Make it smaller and choose it again.',
  interrupted: sayInterrupted('picture'),
}

export function pictureSentence(refusal: PictureRefusal): string {
  return SENTENCES[refusal]
}
