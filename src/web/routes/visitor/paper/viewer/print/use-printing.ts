import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Part } from '#domain/page-images/page-parts.ts'

/** What stands in the way of printing: so many pages did not come, or the browser opened no window for it. */
export type PrintFault = { missing: number } | 'unopened'

export type Printing = {
  /** How many pages have come, while they are being fetched. */
  come: number | null
  fault: PrintFault | null
  print: () => Promise<void>
  stop: () => void
}

/** Fetches the part's pages and prints them; what does so comes with the first press. */
export function usePrinting({ pages, from, sizes, base, isLight }: Part): Printing {
  const [come, setCome] = useState<number | null>(null)
  const [fault, setFault] = useState<PrintFault | null>(null)
  const quit = useRef<AbortController>(null)
  useEffect(() => () => quit.current?.abort(), [])
  const toPrint = sizes.map((size, at) => ({
    address: `${base}/${from + at}-${isLight ? 720 : 1440}.webp`,
    name: `Page ${from + at} of ${pages}`,
    isWide: size !== null && size.width > size.height,
  }))
  async function print() {
    const { signal } = begin()
    setCome(0)
    setFault(null)
    const fault = await tryPrint(signal).catch(() => ({ missing: toPrint.length }))
    if (signal.aborted) return
    setCome(null)
    setFault(fault)
  }
  function begin() {
    quit.current = new AbortController()
    return quit.current
  }
  async function tryPrint(signal: AbortSignal): Promise<PrintFault | null> {
    const { fetchPictures, printPictures } = await import('./print-pages.ts')
    const pictures = await fetchPictures(toPrint, signal, setCome)
    if (signal.aborted) return null
    if (pictures.length < toPrint.length) return { missing: toPrint.length - pictures.length }
    // The browser stands still while it prints.
    flushSync(() => setCome(null))
    return (await printPictures(pictures)) ? null : 'unopened'
  }
  function stop() {
    quit.current?.abort()
    setCome(null)
  }
  return { come, fault, print, stop }
}
