import type { Language } from '#domain/language/languages.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { PictureLayout } from '#domain/questions/question-picture.server.ts'
import type { GivenPictures } from './given-pictures.ts'

export type Picture = {
  bytes: Uint8Array<ArrayBuffer>
  contentType: 'image/png' | 'image/x-icon' | 'image/webp'
}

export type PaperFacts = Pick<
  Paper,
  'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'pages' | 'size' | 'referenceLink'
>

/** In pixels, as WhatsApp, Telegram and others ask of a shared link's picture. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** What a question's picture is cut from: its pages' pictures, WebP 1440 pixels wide, by their numbers. */
export type QuestionCut = { layout: PictureLayout; pages: ReadonlyMap<number, Uint8Array> }

export const ICONS = {
  'icon-192.png': { side: 192, ground: 'paper' },
  'icon-512.png': { side: 512, ground: 'paper' },
  'icon-maskable-512.png': { side: 512, ground: 'maskable' },
  'apple-touch-icon.png': { side: 180, ground: 'paper' },
  'favicon.ico': { side: 32, ground: 'none' },
} as const
export type IconName = keyof typeof ICONS

/** Null while too many pictures wait to be drawn. */
export type Pictures = GivenPictures & {
  ofPaper(paper: PaperFacts, language: Language): Promise<Picture | null>
  ofCentre(language: Language): Promise<Picture | null>
  /** `key` names the picture: two who ask at once are given one. */
  ofQuestion(key: string, cut: QuestionCut): Promise<Picture | null>
  icon(name: IconName): Promise<Picture | null>
  /** The centre's logo as SVG, which follows the reader's choice of light or dark. */
  sign(): Promise<string>
}
