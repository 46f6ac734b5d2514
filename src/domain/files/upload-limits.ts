/** The same on the page and on the server. Sizes in bytes, times in milliseconds. */
export const PDF_LIMIT = 50 * 1024 * 1024
export const THUMBNAIL_LIMIT = 5 * 1024 * 1024
/** As phones take them. */
export const PICTURE_LIMIT = 20 * 1024 * 1024
export const FILE_NAME_LIMIT = 255
export const UPLOADS_AT_ONCE = 2
export const UPLOAD_TIME_LIMIT = 600_000
/** Bytes a second, below which an upload is given up. */
export const UPLOAD_SPEED_FLOOR = 1024

/** How long storage operations are retried on 408, 429 and 5xx: an upload, and any other. */
export const UPLOAD_RETRY_LIMIT = 600_000
export const STORAGE_RETRY_LIMIT = 120_000

/** The cap of exponential backoff between calls in the background. */
export const BACKGROUND_WAIT_LIMIT = 64_000

/** Whether an answer with this status is worth a retry. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

export const THUMBNAIL_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
