import { type RefObject, useEffect, useState } from 'react'
import type { PageLines } from '#domain/page-text/text-line.ts'

/** What a page says and where, fetched once its picture is there; null before, and where it cannot be fetched. */
export function useLines(picture: RefObject<HTMLImageElement | null>, address: string, isShown: boolean) {
  const [lines, setLines] = useState<PageLines | null>(null)
  useEffect(() => {
    const image = picture.current
    if (!isShown || !image) return
    const left = new AbortController()
    const { signal } = left
    const fetchLines = () =>
      fetch(address, { signal })
        .then((answer) => (answer.ok ? answer.json() : null))
        .then(setLines, () => {})
    if (image.complete) void fetchLines()
    else image.addEventListener('load', fetchLines, { once: true, signal })
    return () => left.abort()
  }, [picture, address, isShown])
  return isShown ? lines : null
}
