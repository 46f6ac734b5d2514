import { randomBytes } from 'node:crypto'

/** 32 characters without look-alikes, so that a random byte maps evenly. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** `{folder}/{name}_{timestamp}-{8 random}.{extension}`, with the name as `keyName` writes it. */
export function newFileKey(
  folder: string,
  name: string,
  extension: (typeof KEY_ENDINGS)[number],
  now: Date,
): string {
  const time = now.toISOString().replace(/[-:.]/g, '')
  return `${folder}/${keyName(name)}_${time}-${randomName(8)}.${extension}`
}

/** a–z, 0–9 and hyphens, at most 80 of them; "paper" when nothing is left. */
export function keyName(name: string): string {
  const ascii = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return ascii || 'paper'
}

/** New thumbnails are made so by `server/adapters/pdf/pages/picture.ts`; those of earlier formats stay as they are. */
export const THUMBNAIL_FORMAT = { extension: 'webp', contentType: 'image/webp' } as const
/** Endings of keys, earlier formats and the centre's own pictures among them. */
export const KEY_ENDINGS = ['pdf', 'webp', 'avif'] as const
