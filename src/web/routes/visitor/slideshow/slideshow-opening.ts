import type { Centre } from '#domain/centre/centre.ts'

const SEEN = 'slideshow-seen'

type Circumstances = {
  /** The address asks for something: a search, a filter, a page. */
  hasQuery: boolean
  /** The visitor has scrolled, typed or tapped on this page already: a box would jump under the finger. */
  isBusy: boolean
  /** It was shown in this browser's tab before. */
  wasSeen: boolean
}

/** Whether the slideshow may come up, as the centre wants it and as the visitor came. */
export function mayOpen(
  opens: Centre['slideshow']['opens'],
  { hasQuery, isBusy, wasSeen }: Circumstances,
): boolean {
  if (opens === 'never' || hasQuery || isBusy) return false
  return opens === 'on every load' || !wasSeen
}

let isOver = false
let isFirstPage = true

/** Whoever comes to another page after this came by a link of ours, and has not used that page yet. */
export function noteFirstPage(): void {
  isFirstPage = false
}

/**
 * Whether the slideshow opens on this page; once it has, never again in this load of the app. Who was busy when it
 * would have opened is let be from then on.
 */
export function opensNow(opens: Centre['slideshow']['opens']): boolean {
  if (isOver) return false
  const isBusy = isFirstPage && (hasActed() || window.scrollY > 0 || document.activeElement !== document.body)
  const mayNow = mayOpen(opens, { hasQuery: location.search !== '', isBusy, wasSeen: wasSeen() })
  isOver = mayNow || isBusy
  if (mayNow) rememberSeen()
  return mayNow
}

/** The browser has counted presses and keys since the page began, long before our JavaScript was there. */
function hasActed() {
  return ['pointerdown', 'keydown'].some((type) => (performance.eventCounts?.get?.(type) ?? 0) > 0)
}

/** A browser may forbid its storage; then every load is a first visit. */
function wasSeen() {
  try {
    return sessionStorage.getItem(SEEN) !== null
  } catch {
    return false
  }
}

function rememberSeen() {
  try {
    sessionStorage.setItem(SEEN, 'yes')
  } catch {
    // As above.
  }
}
