import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Part } from '#domain/page-images/page-image.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import { useMessages } from '#web/language/use-messages.ts'

export type PrintFault = { missing: number } | 'unopened'

export type Printing = {
  /** How many pages have been loaded; null while none are being fetched. */
  loaded: number | null
  fault: PrintFault | null
  print: () => Promise<void>
  stop: () => void
}

export function usePrinting({ pages, from, sizes, base, isLight }: Part): Printing {
  const m = useMessages()
  const [loaded, setLoaded] = useState<number | null>(null)
  const [fault, setFault] = useState<PrintFault | null>(null)
  const quit = useRef<AbortController>(null)
  useEffect(() => () => quit.current?.abort(), [])
  const toPrint = sizes.map((size, at) => ({
    address: `${base}/${pageName(from + at, size?.turn)}-${isLight ? 720 : 1440}.webp`,
    name: m.reader_page_of({ page: from + at, pages }),
    isWide: size !== null && size.width > size.height,
  }))
  async function print() {
    const { signal } = begin()
    setLoaded(0)
    setFault(null)
    const fault = await tryPrint(signal).catch(() => ({ missing: toPrint.length }))
    if (signal.aborted) return
    setLoaded(null)
    setFault(fault)
  }
  function begin() {
    quit.current = new AbortController()
    return quit.current
  }
  async function tryPrint(signal: AbortSignal): Promise<PrintFault | null> {
    const { fetchPictures, printPictures } = await import('./print-pages.ts')
    const pictures = await fetchPictures(toPrint, signal, setLoaded)
    if (signal.aborted) return null
    if (pictures.length < toPrint.length) return { missing: toPrint.length - pictures.length }
    // The browser blocks while it prints.
    flushSync(() => setLoaded(null))
    return (await printPictures(pictures)) ? null : 'unopened'
  }
  function stop() {
    quit.current?.abort()
    setLoaded(null)
  }
  return { loaded, fault, print, stop }
}
