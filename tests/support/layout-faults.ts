import type { Page } from 'playwright-core'

/**
 * What does not fit on the page as it is: what is wider than the window, texts that are cut off, and texts and controls
 * that are on one another. What comes later, such as what follows a new width, is waited for.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults)
}

async function findFaults(): Promise<string[]> {
  type Box = { left: number; top: number; right: number; bottom: number }
  type Part = Box & { element: Element; name: string; layer: Element | null }

  const CONTROLS = 'a[href], button, input, select, textarea, summary'
  /** What opens over the page, or stays while the page is scrolled under it. */
  const OVER = 'dialog, [popover], [role=dialog], [role=listbox], [role=menu], .classes'
  /** Rows whose next card is seen in part, which says that they go on, and what is stamped on a sheet. */
  const MEANT = '.latest-row, .stamp, .stamp-new'
  /** A pixel is lost in rounding. */
  const ROUNDED = 1.5

  const styles = new Map<Element, CSSStyleDeclaration>()
  function styleOf(element: Element) {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  const layers = new Map<Element, Element | null>()
  function layerOf(element: Element): Element | null {
    const known = layers.get(element)
    if (known !== undefined) return known
    const isOver = element.matches(OVER) || /fixed|sticky/.test(styleOf(element).position)
    const layer = isOver || !element.parentElement ? element : layerOf(element.parentElement)
    layers.set(element, layer)
    return layer
  }
  const clipping = new Map<Element, boolean>()
  /** Read aloud only. */
  function isClipped(element: Element): boolean {
    const known = clipping.get(element)
    if (known !== undefined) return known
    const { parentElement } = element
    const is =
      styleOf(element).clipPath === 'inset(50%)' || (parentElement ? isClipped(parentElement) : false)
    clipping.set(element, is)
    return is
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert]') &&
    !isClipped(element)

  /** The part of a box that its ancestors let through; what hides a part of it is a fault unless it says so. */
  function clipped(element: Element, box: Box, name: string, faults: string[]): Box | null {
    let seen = box
    for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
      const { overflowX, overflowY, position } = styleOf(part)
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const { left, top, width, height } = part.getBoundingClientRect()
        if (width <= 2 || height <= 2) return null
        const [hidesX, hidesY] = [overflowX, overflowY].map((way) => way !== 'visible')
        const within = {
          left: hidesX ? Math.max(seen.left, left) : seen.left,
          right: hidesX ? Math.min(seen.right, left + width) : seen.right,
          top: hidesY ? Math.max(seen.top, top) : seen.top,
          bottom: hidesY ? Math.min(seen.bottom, top + height) : seen.bottom,
        }
        if (within.right - within.left < ROUNDED || within.bottom - within.top < ROUNDED) {
          if (isCut(part)) faults.push(`out of its box: ${name}`)
          return null
        }
        const isLess =
          (/hidden|clip/.test(overflowX) && seen.right - seen.left - within.right + within.left > ROUNDED) ||
          (/hidden|clip/.test(overflowY) && seen.bottom - seen.top - within.bottom + within.top > ROUNDED)
        if (isLess && !isMeant(part)) faults.push(`cut off: ${name}`)
        seen = within
      }
      if (position === 'fixed') break
    }
    return seen
  }
  function isMeant(part: Element) {
    return (
      part.matches(MEANT) ||
      (isShortened(part) && part.closest('[title], [aria-label], a[href], article, li') !== null)
    )
  }
  const isShortened = (part: Element) =>
    styleOf(part).textOverflow === 'ellipsis' || styleOf(part).webkitLineClamp !== 'none'
  /** Lines of a text that is shortened without saying the whole anywhere. */
  const isCut = (part: Element) => isShortened(part) && !isMeant(part)

  function partsOf(root: Element, faults: string[]): Part[] {
    const parts: Part[] = []
    const add = (element: Element, box: Box, name: string) => {
      if (box.right - box.left < ROUNDED || box.bottom - box.top < ROUNDED) return
      const seen = clipped(element, box, name, faults)
      if (!seen) return
      if (seen.right > innerWidth + ROUNDED || seen.left < -ROUNDED) faults.push(`beyond the edge: ${name}`)
      parts.push({ ...seen, element, name, layer: layerOf(element) })
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const element = text.parentElement as Element
      if (!text.textContent?.trim() || !isSeen(element)) continue
      range.selectNodeContents(text)
      // Only where letters are: the boxes of lines reach into each other.
      const half = Number.parseFloat(styleOf(element).fontSize) * 0.35
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const middle = (top + bottom) / 2
        add(
          element,
          { left, right, top: middle - half, bottom: middle + half },
          text.textContent.trim().slice(0, 50),
        )
      }
    }
    for (const control of root.querySelectorAll(CONTROLS)) {
      const { backgroundColor, borderTopWidth, display } = styleOf(control)
      const isRendered = borderTopWidth !== '0px' || !/, 0\)$|transparent|\/ 0\)$/.test(backgroundColor)
      const isField = control.matches('input, select, textarea')
      if (display === 'inline' || !(isRendered || isField) || !isSeen(control)) continue
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const name =
        control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent ?? ''
      add(control, { left, right, top, bottom }, `${control.localName} ${name.trim().slice(0, 50)}`)
      if (control instanceof HTMLInputElement && control.type === 'search')
        if (innerWidth < 640 && control.value && control.scrollWidth > control.clientWidth + 1)
          faults.push(`cut off in its field: ${control.value}`)
    }
    return parts
  }

  function overlapping(parts: Part[]): string[] {
    const sorted = parts.toSorted((one, other) => one.top - other.top)
    return sorted.flatMap((one, at) => {
      const on: string[] = []
      for (let next = at + 1; next < sorted.length; next++) {
        const other = sorted[next] as Part
        if (other.top >= one.bottom - ROUNDED) break
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const down = Math.min(one.bottom, other.bottom) - other.top
        if (across <= ROUNDED || down <= ROUNDED || one.layer !== other.layer) continue
        if (isMeantOn(one.element, other.element)) continue
        on.push(`on one another: ${one.name} | ${other.name}`)
      }
      return on
    })
  }

  /** What is pressed and its words, a field and what is within its frame, a stamp on its sheet. */
  function isMeantOn(one: Element, other: Element) {
    const isFrameOf = (field: Element, part: Element) =>
      field.matches('input, select, textarea') && field.parentElement?.contains(part)
    return (
      one.contains(other) ||
      other.contains(one) ||
      isFrameOf(one, other) ||
      isFrameOf(other, one) ||
      one.closest(MEANT) ||
      other.closest(MEANT)
    )
  }

  function look() {
    for (const known of [styles, layers, clipping]) known.clear()
    const faults: string[] = []
    const wide = document.documentElement.scrollWidth
    if (wide > innerWidth) faults.push(`the page is ${wide} wide`)
    const modal = document.querySelector('dialog:modal, [role=dialog][aria-modal=true]')
    faults.push(...overlapping(partsOf(modal ?? document.body, faults)))
    return [...new Set(faults)]
  }

  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await document.fonts.ready
  for (let tries = 0; ; tries++) {
    await frame()
    await frame()
    const faults = look()
    if (faults.length === 0 || tries === 20) return faults
    await new Promise((done) => setTimeout(done, 50))
  }
}
