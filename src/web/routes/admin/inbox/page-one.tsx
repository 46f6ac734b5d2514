import { useEffect, useRef, useState } from 'react'
import { fetchPageOne, renderPageOne } from './inbox-calls.ts'
import type { InboxRow } from './inbox-row.ts'
import { fileOf } from './row-storage.ts'

/** Fetched by calls, because they need the administrator's token: by upload, and again once it is read, which may turn it. */
const pictures = new Map<string, string>()

/** When the admin area is left, as by signing out. */
export function clearPictures() {
  for (const address of pictures.values()) URL.revokeObjectURL(address)
  pictures.clear()
}

type PageOneOptions = {
  /** Renders the file before it is uploaded; the server stores nothing of it. */
  unsent?: boolean
}

/** null until it is loaded; `when` delays loading until it is worth it. */
export function usePageOne(
  { uploadId, step, isBeingRead }: InboxRow,
  when: boolean,
  { unsent = false }: PageOneOptions = {},
): string | null {
  const unread = `${uploadId} unread`
  const key = isBeingRead ? unread : uploadId
  const [picture, setPicture] = useState(pictures.get(key) ?? null)
  const hasArrived = step === 'arrived'
  useEffect(() => {
    setPicture(pictures.get(key) ?? pictures.get(unread) ?? null)
    if (!when || !(hasArrived || unsent) || pictures.has(key)) return
    let isLeft = false
    const rendered = hasArrived
      ? fetchPageOne(uploadId)
      : fileOf(uploadId).then((file) => file && renderPageOne(file))
    void rendered.then((blob) => {
      if (!blob) return
      const address = pictures.get(key) ?? URL.createObjectURL(blob)
      pictures.set(key, address)
      if (!isLeft) setPicture(address)
    })
    return () => {
      isLeft = true
    }
  }, [uploadId, key, unread, hasArrived, unsent, when])
  return picture
}

export function PageOneButton({ row, onOpen }: { row: InboxRow; onOpen: (id: string) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const isSeen = useSeen(button)
  const picture = usePageOne(row, isSeen)
  return (
    <button
      ref={button}
      type="button"
      className="thumbnail inbox-page-one"
      aria-label={`Look at page 1 of ${row.name}`}
      disabled={row.step !== 'arrived'}
      onClick={() => onOpen(row.uploadId)}
    >
      {picture && <img src={picture} alt="" width={40} height={57} decoding="async" />}
    </button>
  )
}

function useSeen(element: React.RefObject<Element | null>) {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setSeen(true)
        watch.disconnect()
      },
      { rootMargin: '300px' },
    )
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isSeen
}
