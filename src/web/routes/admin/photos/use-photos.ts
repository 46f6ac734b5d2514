import { useCallback, useEffect, useRef, useState } from 'react'
import { newUploadId } from '../client/send-files.ts'
import { readPhotos, type StoredPhoto, storePhotos } from './stored-photos.ts'

/** More than any exam paper has; a phone's memory is limited. */
export const PHOTO_LIMIT = 60

/** What iPhones take; only Apple's browsers show it. */
const HEIC = /\.hei[cf]$/i
const NO_HEIC =
  'This browser cannot read HEIC photos: share them as JPEG, or set Camera, Formats to “Most Compatible” on the iPhone and take them again.'

/** False for an HEIC photo in a browser that cannot read it; others are found out when the PDF is made. */
async function canBeShown(file: File): Promise<boolean> {
  if (!/hei[cf]/i.test(file.type) && !HEIC.test(file.name)) return true
  return await createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close()
      return true
    },
    () => false,
  )
}

export function tooManyPhotos(left: number): string {
  return `A paper takes ${PHOTO_LIMIT} photos; ${left} were left out.`
}

/** As many as the paper has room for next to those that are `there`. */
export function newPhotos(files: File[], there: number): StoredPhoto[] {
  const taken = files.slice(0, Math.max(0, PHOTO_LIMIT - there))
  return taken.map((file) => ({ id: newUploadId(), file, name: file.name, place: 0, turns: 0 }))
}

/** Stored at every change: a reload loses none. */
export function usePhotos() {
  const [photos, setPhotos] = useState<StoredPhoto[] | null>(null)
  const [sentence, setSentence] = useState('')
  const now = useRef<StoredPhoto[]>([])
  /** By id; others in the browser's storage were added outside of this page. */
  const seen = useRef(new Set<string>())
  const keeping = useRef(Promise.resolve())
  const [storing, setStoring] = useState(0)

  const show = useCallback((next: StoredPhoto[]) => {
    now.current = next
    for (const { id } of next) seen.current.add(id)
    setPhotos(next)
  }, [])

  const change = useCallback(
    (to: (photos: StoredPhoto[]) => StoredPhoto[]) => {
      const next = to(now.current)
      show(next)
      const known = new Set(seen.current)
      setStoring((count) => count + 1)
      keeping.current = keeping.current
        .then(async () => {
          const others = await storePhotos(next, known)
          const added = others.filter(({ id }) => !seen.current.has(id))
          if (added.length > 0) show([...now.current, ...added])
        })
        .catch(() =>
          setSentence('This browser keeps nothing here: do not close the page before the PDF is made.'),
        )
        .finally(() => setStoring((count) => count - 1))
    },
    [show],
  )

  useEffect(() => {
    readPhotos().then(
      (stored) => show([...stored.filter(({ id }) => !seen.current.has(id)), ...now.current]),
      () => show(now.current),
    )
  }, [show])

  const add = useCallback(
    async (files: File[]) => {
      const photos = files.filter((file) => file.type.startsWith('image/') || HEIC.test(file.name))
      const displayable = await Promise.all(photos.map(canBeShown))
      const pictures = photos.filter((_, at) => displayable[at])
      const added = newPhotos(pictures, now.current.length)
      const left = pictures.length - added.length
      const others = files.length - photos.length
      const sentences = [
        pictures.length < photos.length && NO_HEIC,
        others > 0 && `${others} of ${files.length} files are no photos and were left out.`,
        left > 0 && tooManyPhotos(left),
      ]
      setSentence(sentences.filter(Boolean).join(' '))
      change((all) => [...all, ...added])
    },
    [change],
  )

  return {
    photos,
    sentence,
    isStoring: storing > 0,
    add,
    turn: (id: string) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, turns: (one.turns + 1) % 4 } : one))),
    takeOff: (id: string) => change((all) => all.filter((one) => one.id !== id)),
    move: (id: string, by: -1 | 1) => change((all) => moved(all, id, by)),
    clear: () => change(() => []),
  }
}

/** Unchanged where there is no such place. */
export function moved<One extends { id: string }>(all: One[], id: string, by: -1 | 1): One[] {
  const from = all.findIndex((one) => one.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= all.length) return all
  const next = [...all]
  const [one] = next.splice(from, 1)
  if (one) next.splice(to, 0, one)
  return next
}

/** Pixels: A4 at about 190 dpi, at which small print can still be read. */
const LONG_SIDE = 2_200
const JPEG_QUALITY = 0.72
/** Resolution of the light map on the longer side: cells larger than letters, smaller than shadows. */
const LIGHT_CELLS = 24
/** Ratios of a pixel to the light around it. */
const BLACK = 0.4
const WHITE = 0.92

type PreparedPhoto = { jpeg: Uint8Array; width: number; height: number }

/** Upright, scaled down, with `whiten` grey on white. Throws when the browser cannot read the format. */
async function preparePhoto(
  file: Blob,
  { turns, whiten }: { turns: number; whiten: boolean },
): Promise<PreparedPhoto> {
  const photo = await createImageBitmap(file)
  const scale = Math.min(1, LONG_SIDE / Math.max(photo.width, photo.height))
  const [across, down] = [Math.round(photo.width * scale), Math.round(photo.height * scale)]
  const lies = turns % 2 === 1
  const canvas = document.createElement('canvas')
  canvas.width = lies ? down : across
  canvas.height = lies ? across : down
  const pen = canvas.getContext('2d', { willReadFrequently: whiten })
  if (!pen) throw new Error('The browser gave no room to draw in.')
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((turns * Math.PI) / 2)
  pen.drawImage(photo, -across / 2, -down / 2, across, down)
  photo.close()
  if (whiten) {
    const image = pen.getImageData(0, 0, canvas.width, canvas.height)
    whitenPaper(image.data, lightOf(canvas))
    pen.putImageData(image, 0, 0)
  }
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!jpeg) throw new Error('The browser could not write the photo.')
  return {
    jpeg: new Uint8Array(await jpeg.arrayBuffer()),
    width: canvas.width,
    height: canvas.height,
  }
}

/** Scaled down and up again, the picture loses its letters and keeps the light. */
function lightOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const scale = LIGHT_CELLS / Math.max(canvas.width, canvas.height)
  const tiny = document.createElement('canvas')
  tiny.width = Math.max(1, Math.round(canvas.width * scale))
  tiny.height = Math.max(1, Math.round(canvas.height * scale))
  draw(canvas, tiny)
  const light = document.createElement('canvas')
  light.width = canvas.width
  light.height = canvas.height
  return draw(tiny, light).getImageData(0, 0, light.width, light.height).data
}

function draw(from: HTMLCanvasElement, to: HTMLCanvasElement) {
  const pen = to.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('The browser gave no room to draw in.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(from, 0, 0, to.width, to.height)
  return pen
}

/** In place: grey relative to the light around each pixel, so that paper is white in a shadow too. */
function whitenPaper(rgba: Uint8ClampedArray, light: Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const share = greyAt(rgba, at) / Math.max(1, greyAt(light, at))
    rgba[at] = rgba[at + 1] = rgba[at + 2] = ((share - BLACK) / (WHITE - BLACK)) * 255
  }
}

/** Luma of Rec. 709. */
function greyAt(rgba: Uint8ClampedArray, at: number) {
  return 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0)
}

/** A4, in points. */
const LONG_SIDE_POINTS = 842

/** One at a time, as a phone has little memory. Throws an Error with a plain sentence for an unreadable photo. */
export async function makePdf(
  photos: StoredPhoto[],
  { name, whiten, onPage }: { name: string; whiten: boolean; onPage: (done: number) => void },
): Promise<File> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  pdf.setTitle(name)
  for (const [at, { file, turns }] of photos.entries()) {
    const photo = await preparePhoto(file, { turns, whiten }).catch(() => {
      throw new Error(
        `Photo ${at + 1} cannot be read by this browser. Take it off, or save it as JPEG and add it again.`,
      )
    })
    const points = LONG_SIDE_POINTS / Math.max(photo.width, photo.height)
    const page = pdf.addPage([photo.width * points, photo.height * points])
    page.drawImage(await pdf.embedJpg(photo.jpeg), {
      x: 0,
      y: 0,
      width: page.getWidth(),
      height: page.getHeight(),
    })
    onPage(at + 1)
  }
  const bytes = await pdf.save()
  return new File([bytes as Uint8Array<ArrayBuffer>], `${name}.pdf`, { type: 'application/pdf' })
}
