import { describeInterrupted, type ImageRefusal } from '#domain/files/inspect-pdf.ts'
import type { Language } from '#domain/language/languages.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { QuestionCrop } from '#domain/questions/question-crop.ts'
import type { PictureLayout } from '#domain/questions/question-picture.server.ts'
import type { Centre } from '../centre-schema.ts'
import type { Crop, Size } from './crop.ts'
import { isSitePicture, type PictureFormat, type PictureUse, type SitePicture } from './site-picture.ts'

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
export type QuestionCut = {
  layout: PictureLayout
  pages: ReadonlyMap<number, Uint8Array>
  /** What of it is left out: the number and the marks that its paper prints. */
  hidden?: QuestionCrop
}

export const ICONS = {
  'icon-192.png': { side: 192, ground: 'paper' },
  'icon-512.png': { side: 512, ground: 'paper' },
  'icon-maskable-512.png': { side: 512, ground: 'maskable' },
  'apple-touch-icon.png': { side: 180, ground: 'paper' },
  'favicon.ico': { side: 32, ground: 'none' },
} as const
export type IconName = keyof typeof ICONS

/** Null while too many pictures wait to be rendered. */
export type Pictures = GivenPictures & {
  ofPaper(paper: PaperFacts, language: Language): Promise<Picture | null>
  ofCentre(language: Language): Promise<Picture | null>
  /** `key` names the picture: two who ask at once are given one. */
  ofQuestion(key: string, cut: QuestionCut): Promise<Picture | null>
  icon(name: IconName): Promise<Picture | null>
  /** The centre's logo as SVG, which follows the reader's choice of light or dark. */
  sign(): Promise<string>
}

export type PictureRefusal =
  | Exclude<ImageRefusal, 'svg'>
  | 'empty'
  | 'heic'
  | 'moving'
  | 'too-small'
  | 'drawing-too-large'

/** `bytes` are WebP, upright, without metadata and no longer than the use needs. */
export type ReencodedPicture = Size & { bytes: Uint8Array }
/** `width` × `height` is the size of the largest. */
export type CroppedPicture = Size & {
  files: { width: number; format: PictureFormat; bytes: Uint8Array }[]
}

/** Pictures that somebody sends. Bad ones and slow ones are answers. */
export type GivenPictures = {
  reencode(path: string, use: PictureUse): Promise<ReencodedPicture | PictureRefusal>
  /** Of what `reencode` made. */
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
  interrupted: describeInterrupted('picture'),
}

export function pictureSentence(refusal: PictureRefusal): string {
  return SENTENCES[refusal]
}

type NamedPicture = { path: string; use: PictureUse; picture: SitePicture }

/** Every picture of the centre's own that a document names, with the path of its field. */
export function namedPictures(centre: Centre): NamedPicture[] {
  const { pictures, slideshow, testimonials } = centre
  const places: [path: string, use: PictureUse, value: unknown][] = [
    ['pictures.logo', 'logo', pictures?.logo],
    ['pictures.about', 'about', pictures?.about],
    ...slideshow.slides.map(({ picture }, at) => place(`slideshow.slides[${at}].picture`, 'slide', picture)),
    ...testimonials.map(({ portrait }, at) => place(`testimonials[${at}].portrait`, 'portrait', portrait)),
  ]
  return places.flatMap(([path, use, value]) => (isSitePicture(value) ? [{ path, use, picture: value }] : []))
}

function place(path: string, use: PictureUse, value: unknown): [string, PictureUse, unknown] {
  return [path, use, value]
}

/** A copy with what `change` makes of each picture of the centre's own. */
export function withPictures(
  centre: Centre,
  change: <Kind extends SitePicture>(picture: Kind) => Kind,
): Centre {
  const { pictures, slideshow, testimonials } = centre
  return {
    ...centre,
    ...(pictures && {
      pictures: {
        ...pictures,
        ...(pictures.logo && { logo: change(pictures.logo) }),
        ...(pictures.about && { about: change(pictures.about) }),
      },
    }),
    slideshow: {
      ...slideshow,
      slides: slideshow.slides.map((slide) =>
        isSitePicture(slide.picture) ? { ...slide, picture: change(slide.picture) } : slide,
      ),
    },
    testimonials: testimonials.map((said) =>
      said.portrait ? { ...said, portrait: change(said.portrait) } : said,
    ),
  }
}
