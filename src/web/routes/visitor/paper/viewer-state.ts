import { anchorAt, scrollToAnchor, viewOf } from './anchor.ts'
import { followGestures } from './gestures.ts'
import { createZoom } from './zoom.ts'

/** At this scale the print of a page has about its size on paper. */
const TAPPED_SCALE = 2.5
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 40
const KEY_STEP = 1.5
const ARROW_PX = 60
const KEEP_ANCHORED_MS = 1_500
/** Of the screen's height: the last line stays in sight. */
const SCROLL_SHARE = 0.9

export type ViewerParts = {
  section: HTMLElement
  root: HTMLElement
  table: HTMLElement
  list: HTMLElement
}

export type ViewerState = {
  /** Full screen or back; rendered when it returns. */
  show: (isFull: boolean) => void
  zoomed: (scale: number, width: number) => void
  turn: (by: number) => void
  /** The address that the router believes to be open. */
  address: () => string
}

export type Viewer = {
  enter(): void
  leave(): void
  zoomBy(factor: number): void
  tap(event: MouseEvent): void
  end(): void
}

export function openViewer(parts: ViewerParts, callbacks: ViewerState): Viewer {
  const { section, root, table, list } = parts
  const zoom = createZoom(list, callbacks.zoomed)
  let isOpen = false
  let wasFullscreen = false
  let lastTap = { time: 0, x: 0, y: 0 }
  let singleTap: ReturnType<typeof setTimeout> | undefined
  let restoreOthers = () => {}

  function enter() {
    if (isOpen) return
    isOpen = true
    section.style.setProperty('min-height', `${section.offsetHeight}px`)
    // The back button of a phone then closes the full screen, not the page.
    history.pushState({ ...history.state, isReading: true }, '')
    switchLayout(true)
    restoreOthers = makeRestInert(root)
    table.focus({ preventScroll: true })
    void root.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {})
  }
  async function close() {
    isOpen = false
    wasFullscreen = false
    zoom.to(1, 0, 0)
    // The layout is only right once the browser has left the full screen.
    if (document.fullscreenElement) {
      await document.exitFullscreen().catch(() => {})
      await scrollRestored()
    }
    restoreOthers()
    const place = switchLayout(false)
    if (place) keepAnchored(...place)
    section.style.removeProperty('min-height')
    root.querySelector<HTMLElement>('.reading-tool')?.focus({ preventScroll: true })
  }
  const leave = () => {
    if (isOpen) history.back()
  }
  function switchLayout(isFull: boolean) {
    const before = viewOf(list)
    const middle = window.innerWidth / 2
    const read = anchorAt(list, middle, before.top + before.height * 0.4)
    callbacks.show(isFull)
    const after = viewOf(list)
    const place = read && ([read, middle, after.top + after.height * 0.4] as const)
    if (place) scrollToAnchor(...place)
    return place
  }

  function tap(event: MouseEvent) {
    const { clientX: x, clientY: y, timeStamp: time, detail } = event
    clearTimeout(singleTap)
    const isSecond =
      time - lastTap.time < DOUBLE_TAP_MS && Math.hypot(x - lastTap.x, y - lastTap.y) < DOUBLE_TAP_PX
    lastTap = { time: isSecond ? 0 : time, x, y }
    if (isSecond) {
      const anchor = anchorAt(list, x, y)
      enter()
      if (anchor) scrollToAnchor(anchor, x, y)
      zoom.to(zoom.scale > 1 ? 1 : TAPPED_SCALE, x, y)
    } else if (!isOpen) singleTap = setTimeout(enter, detail === 0 ? 0 : DOUBLE_TAP_MS)
  }
  function zoomBy(factor: number) {
    const { top, height } = viewOf(list)
    enter()
    zoom.to(zoom.scale * factor, window.innerWidth / 2, top + height / 2)
  }

  const quit = new AbortController()
  const { signal } = quit
  // Stopped: to the router this entry is the page that it shows already, to be read again and scrolled to where it was.
  window.addEventListener('before-router', ({ detail }) => isOpen && back(detail), { signal })
  function back(event: PopStateEvent) {
    if (location.pathname + location.search === callbacks.address()) event.stopImmediatePropagation()
    void close()
  }
  document.addEventListener(
    'fullscreenchange',
    () => {
      if (!document.fullscreenElement && wasFullscreen) leave()
      wasFullscreen = document.fullscreenElement === root
    },
    { signal },
  )
  document.addEventListener('keydown', (event) => pressKey(event), { signal })
  function pressKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isHere = isOpen || section.contains(document.activeElement)
    if (!isHere || event.target instanceof HTMLInputElement) return
    if (!isOpen && !'+='.includes(event.key)) return
    const move = moveOf(event.key, zoom.scale <= 1, table.clientHeight)
    if (!move) return
    event.preventDefault()
    if ('zoom' in move) zoomBy(move.zoom)
    else if ('turn' in move) callbacks.turn(move.turn)
    else if ('scroll' in move) table.scrollBy(...move.scroll)
    else leave()
  }
  followGestures({ table, list, zoom, enter, isOpen: () => isOpen, signal })
  root.dataset.ready = ''

  return {
    enter,
    leave,
    zoomBy,
    tap,
    end() {
      clearTimeout(singleTap)
      quit.abort()
      restoreOthers()
    },
  }
}

type Move = { zoom: number } | { turn: number } | { scroll: [across: number, down: number] } | { leave: true }

/** What a key does: whole pages are turned, those that are zoomed in are scrolled, by pixels of a screen this high. */
export function moveOf(key: string, isWhole: boolean, height: number): Move | null {
  if (key === '+' || key === '=') return { zoom: KEY_STEP }
  if (key === '-') return { zoom: 1 / KEY_STEP }
  if (key === '0') return { zoom: 0 }
  if (key === 'Escape') return { leave: true }
  if (isWhole && (key === 'PageDown' || key === 'ArrowRight')) return { turn: 1 }
  if (isWhole && (key === 'PageUp' || key === 'ArrowLeft')) return { turn: -1 }
  if (key === 'PageDown') return { scroll: [0, height * SCROLL_SHARE] }
  if (key === 'PageUp') return { scroll: [0, -height * SCROLL_SHARE] }
  if (key === 'ArrowDown') return { scroll: [0, ARROW_PX] }
  if (key === 'ArrowUp') return { scroll: [0, -ARROW_PX] }
  if (key === 'ArrowRight') return { scroll: [ARROW_PX, 0] }
  if (key === 'ArrowLeft') return { scroll: [-ARROW_PX, 0] }
  return null
}

/** Chromium restores the old scroll position a frame or two after fullscreen has ended. */
async function scrollRestored() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let frames = 0; frames < 4; frames++) await frame()
}

/** Slow phones restore it later still: undoes every scroll that no input caused. */
function keepAnchored(...place: Parameters<typeof scrollToAnchor>) {
  const quit = new AbortController()
  const { signal } = quit
  window.addEventListener('scroll', () => scrollToAnchor(...place), { signal })
  for (const sign of ['pointerdown', 'touchstart', 'wheel', 'keydown'])
    window.addEventListener(sign, () => quit.abort(), { signal, capture: true, passive: true })
  setTimeout(() => quit.abort(), KEEP_ANCHORED_MS)
}

/** Makes all but the viewer inert; returns the undo. */
function makeRestInert(root: Element) {
  const others: HTMLElement[] = []
  for (let part: Element | null = root; part && part !== document.body; part = part.parentElement)
    for (const other of part.parentElement?.children ?? [])
      if (other !== part && other instanceof HTMLElement && !other.inert) others.push(other)
  for (const other of others) other.inert = true
  document.documentElement.dataset.reading = ''
  return () => {
    for (const other of others) other.inert = false
    delete document.documentElement.dataset.reading
  }
}
