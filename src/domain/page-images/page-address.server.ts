import { createHash } from 'node:crypto'
import type { PageWidth } from './page-image.ts'

/** Names what draws and reads pages now. Another name lets `npm run reprocess` make everything anew. */
export const MADE_BY = 'pages 2'

/** The folder of a file's pictures, and a part of their addresses: another file, or other pictures of it, has another. */
export function tagOf(fileKey: string, madeBy: string): string {
  return createHash('sha256').update(`${madeBy}\n${fileKey}`).digest('hex').slice(0, 16)
}

/** The name of a page's picture in its folder. */
export function pictureName(page: number, width: PageWidth): string {
  return `${page}-${width}.webp`
}
