/** New thumbnails are made so by `server/adapters/pdf/pages/picture.ts`; those of earlier formats stay as they are. */
export const THUMBNAIL_FORMAT = { extension: 'webp', contentType: 'image/webp' } as const
/** Endings of keys, earlier formats and the centre's own pictures among them. */
export const KEY_ENDINGS = ['pdf', 'webp', 'avif'] as const
