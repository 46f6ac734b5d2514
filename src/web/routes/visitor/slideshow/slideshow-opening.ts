import type { Centre } from '#domain/centre/centre.ts'
import { isOnSlowConnection } from '#web/slow-connection.ts'

const SEEN = 'slideshow-seen'

type Circumstances = {
  /** The address contains a search, a filter or a page. */
  hasQuery: boolean
  /** Scrolled, typed or tapped already: a dialog would jump under the finger. */
  isBusy: boolean
  /** In this tab. */
  wasSeen: boolean
}

/** The centre's setting against how the visitor came. */
export function mayOpen(
  opens: Centre['slideshow']['opens'],
  { hasQuery, isBusy, wasSeen }: Circumstances,
): boolean {
  if (opens === 'never' || hasQuery || isBusy) return false
  return opens === 'on every load' || !wasSeen
}

let isDecided = false
let isFirstPage = true

/** Later pages are reached by our own links, and not in use yet. */
export function noteFirstPage(): void {
  isFirstPage = false
}

/** Whether a later page must not open it: it was open, or the visitor was busy. */
export function isOpeningDecided(): boolean {
  return isDecided
}

/** This document goes on with a visit in which so much was decided. */
export function continueDecision(decided: boolean): void {
  isFirstPage = false
  isDecided = decided
}

/** At most once per load of the app; a visitor who was busy is not interrupted later either. */
export function opensNow(opens: Centre['slideshow']['opens']): boolean {
  // By itself it would take the line from the page.
  if (isDecided || isOnSlowConnection()) return false
  const isBusy = isFirstPage && (hasActed() || window.scrollY > 0 || document.activeElement !== document.body)
  const mayNow = mayOpen(opens, { hasQuery: location.search !== '', isBusy, wasSeen: wasSeen() })
  isDecided = mayNow || isBusy
  if (mayNow) rememberSeen()
  return mayNow
}

/** The browser counts presses and keys from the start of the page, long before hydration. */
export function hasActed() {
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

/** Opens the page's slideshow, if there is one and it may open; loads what turns its slides only then. */
export function openSlideshow(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open || !opensNow(dialog.dataset.opens as Centre['slideshow']['opens'])) return
  // Where the connection fails, the page works without it.
  import('./turn-slides.ts').then(
    ({ showSlides }) => dialog.isConnected && showSlides(dialog),
    () => {},
  )
}
