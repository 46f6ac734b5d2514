import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { pageAddress } from '#domain/page-images/page-image.ts'
import type { Viewer } from './viewer-state.ts'

/** The full-screen code is imported at the first touch; until then a page opens as a plain picture. */
export function useViewer(pages: number, from: number, within: string) {
  const parts = {
    section: useRef<HTMLElement>(null),
    root: useRef<HTMLDivElement>(null),
    table: useRef<HTMLDivElement>(null),
    list: useRef<HTMLOListElement>(null),
  }
  const [isFull, setFull] = useState(false)
  const [zoom, setZoom] = useState({ scale: 1, width: 0 })
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const read = useRef(from)
  const now = useRef({ goTo, address: '' })
  now.current = { goTo, address: pathname + search }
  const opening = useRef<Promise<Viewer> | null>(null)
  const prepare = () => {
    opening.current ??= import('./viewer-state.ts').then(({ openViewer }) => {
      const [section, root, table, list] = [parts.section, parts.root, parts.table, parts.list].map(
        (part) => part.current,
      )
      if (!section || !root || !table || !list) throw new Error('The page was left')
      return openViewer(
        { section, root, table, list },
        {
          show: (full) => flushSync(() => setFull(full)),
          zoomed: (scale, width) => setZoom({ scale, width }),
          turn: (by) => now.current.goTo(read.current + by),
          address: () => now.current.address,
        },
      )
    })
    opening.current.catch(() => {
      opening.current = null
    })
    return opening.current
  }
  useEffect(() => () => void opening.current?.then((viewer) => viewer.end()).catch(() => {}), [])
  function goTo(page: number) {
    const there = Math.min(Math.max(1, Math.trunc(page) || 1), pages)
    // Two keys in a row turn two pages, even before the first is scrolled to.
    read.current = there
    const leaf = document.getElementById(`page-${there}`)
    if (leaf) leaf.scrollIntoView({ block: 'start', behavior: 'instant' })
    else void navigate(pageAddress(there, pages, within), { replace: isFull })
  }
  function tap(event: React.MouseEvent) {
    const link = event.target instanceof Element ? linkAt(event.target) : null
    if (!link || isEndOfSelection(event) || hasModifier(event)) return
    event.preventDefault()
    const press = event.nativeEvent
    prepare().then(
      (viewer) => viewer.tap(press),
      () => location.assign(link.href),
    )
  }
  /** By keys from the link of one page to that of another, of those that are here. */
  function step(event: React.KeyboardEvent) {
    const leaf = event.target instanceof Element ? event.target.closest('.leaf') : null
    const to = leaf && !isFull && !hasModifier(event) ? neighbourOf(leaf, event.key) : null
    if (!to) return
    event.preventDefault()
    to.querySelector<HTMLElement>(':scope > a')?.focus({ preventScroll: true })
    to.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
  const ask = (act: (viewer: Viewer) => void) => void prepare().then(act, () => {})
  return {
    ...parts,
    read,
    isFull,
    scale: zoom.scale,
    zoomedTo: zoom.scale > 1 ? zoom.width : null,
    prepare: () => void prepare(),
    tap,
    step,
    goTo,
    toggle: () => ask((viewer) => (isFull ? viewer.leave() : viewer.enter())),
    zoomBy: (by: number) => ask((viewer) => viewer.zoomBy(by)),
  }
}

/** Words are over the link. */
function linkAt(target: Element) {
  if (target.closest('.leaf-text'))
    return target.closest('.leaf')?.querySelector<HTMLAnchorElement>(':scope > a')
  return target.closest<HTMLAnchorElement>('.leaf > a')
}

function neighbourOf(leaf: Element, key: string): Element | null {
  if (key === 'ArrowRight') return leaf.nextElementSibling
  if (key === 'ArrowLeft') return leaf.previousElementSibling
  if (key === 'Home') return leaf.parentElement?.firstElementChild ?? null
  return key === 'End' ? (leaf.parentElement?.lastElementChild ?? null) : null
}

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: React.MouseEvent | React.KeyboardEvent) {
  return ctrlKey || metaKey || shiftKey || altKey
}

function isEndOfSelection({ detail }: React.MouseEvent) {
  return detail === 1 && getSelection()?.isCollapsed === false
}
