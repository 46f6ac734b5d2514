import { readReadingPosition } from '#web/routes/visitor/paper/reading-positions.ts'
import { pickedPapers } from '#web/routes/visitor/picked/picked-papers.ts'
import { hasActed } from '#web/routes/visitor/slideshow/slideshow-opening.ts'

const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const

/** Until somebody moves, scrolls, presses or types, or the page shows what only our code can. */
export function onFirstInteraction(): Promise<void> {
  if (hasActed() || isInUse() || hasKept()) return Promise.resolve()
  return new Promise((resolve) => {
    const ended = new AbortController()
    const begin = () => {
      ended.abort()
      watcher.disconnect()
      resolve()
    }
    const watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) setTimeout(begin, secondsOf(target as HTMLElement) * 1_000)
    })
    for (const part of document.querySelectorAll('[data-hydrates]')) watcher.observe(part)
    for (const sign of SIGNS)
      addEventListener(sign, (event) => isOfVisitor(event) && begin(), {
        signal: ended.signal,
        capture: true,
        passive: true,
      })
  })
}

/** How long a part may be in sight before it is needed: at once, unless it says a number. */
function secondsOf({ dataset }: HTMLElement) {
  return Number(dataset.hydrates) || 0
}

/** The slideshow takes the focus by itself, and browsers tell of a pointer that rests when a page is laid out. */
function isOfVisitor(event: Event) {
  const { isTrusted, type, target } = event
  if (event instanceof PointerEvent && type === 'pointermove')
    return event.movementX !== 0 || event.movementY !== 0
  return isTrusted && !(type === 'focusin' && target instanceof Element && target.closest('dialog'))
}

/** Acted upon before this code came. */
function isInUse() {
  const { activeElement, body } = document
  return scrollY > 0 || (activeElement !== body && !activeElement?.closest('dialog'))
}

/** Ticks and places of reading that this device has kept are to be shown. */
function hasKept() {
  const reader = document.querySelector<HTMLElement>('[data-resumes]')
  return pickedPapers.get().length > 0 || Boolean(reader && readReadingPosition(reader.dataset.resumes ?? ''))
}
