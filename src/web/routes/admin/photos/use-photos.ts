import { useCallback, useEffect, useRef, useState } from 'react'
import { newUploadId } from '../client/send-files.ts'
import { type KeptPhoto, keepPhotos, readPhotos } from './kept-files.ts'

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

/** As many as the paper has room for beside those that are `there`. */
export function newPhotos(files: File[], there: number): KeptPhoto[] {
  const taken = files.slice(0, Math.max(0, PHOTO_LIMIT - there))
  return taken.map((file) => ({ id: newUploadId(), file, name: file.name, place: 0, turns: 0 }))
}

/** Stored at every change: a reload loses none. */
export function usePhotos() {
  const [photos, setPhotos] = useState<KeptPhoto[] | null>(null)
  const [sentence, setSentence] = useState('')
  const now = useRef<KeptPhoto[]>([])
  /** By id; others in the browser's storage were added beside this page. */
  const seen = useRef(new Set<string>())
  const keeping = useRef(Promise.resolve())
  const [storing, setStoring] = useState(0)

  const show = useCallback((next: KeptPhoto[]) => {
    now.current = next
    for (const { id } of next) seen.current.add(id)
    setPhotos(next)
  }, [])

  const change = useCallback(
    (to: (photos: KeptPhoto[]) => KeptPhoto[]) => {
      const next = to(now.current)
      show(next)
      const known = new Set(seen.current)
      setStoring((count) => count + 1)
      keeping.current = keeping.current
        .then(async () => {
          const others = await keepPhotos(next, known)
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
      const shown = await Promise.all(photos.map(canBeShown))
      const pictures = photos.filter((_, at) => shown[at])
      const added = newPhotos(pictures, now.current.length)
      const left = pictures.length - added.length
      const others = files.length - photos.length
      const said = [
        pictures.length < photos.length && NO_HEIC,
        others > 0 && `${others} of ${files.length} files are no photos and were left out.`,
        left > 0 && tooManyPhotos(left),
      ]
      setSentence(said.filter(Boolean).join(' '))
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
