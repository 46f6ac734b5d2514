import { useCallback, useEffect, useRef, useState } from 'react'
import { newUploadId } from '../client/send-files.ts'
import { type KeptPhoto, keepPhotos, readPhotos } from './kept-files.ts'

/** More than any exam paper has; a phone's memory is limited. */
export const PHOTO_LIMIT = 60

/** Stored at every change: a reload loses none. */
export function usePhotos() {
  const [photos, setPhotos] = useState<KeptPhoto[] | null>(null)
  const [sentence, setSentence] = useState('')
  const keeping = useRef(Promise.resolve())

  const show = useCallback((next: KeptPhoto[]) => {
    setPhotos(next)
    keeping.current = keeping.current
      .then(() => keepPhotos(next))
      .catch(() =>
        setSentence('This browser keeps nothing here: do not close the page before the PDF is made.'),
      )
  }, [])

  useEffect(() => {
    readPhotos().then(setPhotos, () => setPhotos([]))
  }, [])

  const add = useCallback(
    (files: File[]) => {
      const now = photos ?? []
      const pictures = files.filter((file) => file.type.startsWith('image/'))
      const taken = pictures.slice(0, PHOTO_LIMIT - now.length)
      const left = files.length - taken.length
      setSentence(
        pictures.length < files.length
          ? `${files.length - pictures.length} of ${files.length} files are no photos and were left out.`
          : left > 0
            ? `A paper takes ${PHOTO_LIMIT} photos; ${left} were left out.`
            : '',
      )
      show([
        ...now,
        ...taken.map((file) => ({ id: newUploadId(), file, name: file.name, place: 0, turns: 0 })),
      ])
    },
    [photos, show],
  )

  const change = useCallback(
    (to: (photos: KeptPhoto[]) => KeptPhoto[]) => show(to(photos ?? [])),
    [photos, show],
  )

  return {
    photos,
    sentence,
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
