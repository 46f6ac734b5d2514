import { hash } from 'node:crypto'
import { pageName, type Turn } from '#domain/page-turns/turn.ts'
import type { PageWidth } from './page-image.ts'

/** The version of what draws and reads pages. Another one lets `npm run reprocess` make everything again. */
export const MADE_BY = 'pages 4'

/** Names a file's folder and is in its pictures' addresses: another file, or another version, has another. */
export function tagOf(fileKey: string, madeBy: string): string {
  return hash('sha256', `${madeBy}\n${fileKey}`, 'hex').slice(0, 16)
}

export function pictureName(page: number, width: PageWidth, turn?: Turn): string {
  return `${pageName(page, turn)}-${width}.webp`
}
