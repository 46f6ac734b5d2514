import { continueDecision, isOpeningDecided } from '#web/routes/visitor/slideshow/slideshow-opening.ts'

const KEY = 'same-visit'

/** Before hydration a link loads a document: it goes on with the visit that was counted. */
export function noteFollowedLinks() {
  const ended = new AbortController()
  let isFollowed = false
  const follow = ({ target }: Event) => {
    const way = target instanceof Element ? target.closest('a[href], form') : null
    isFollowed = way instanceof HTMLAnchorElement ? staysInTab(way) : way !== null
    if (isFollowed) history.replaceState({ ...history.state, [KEY]: decidedSoFar() }, '')
  }
  const leave = () => isFollowed && write(decidedSoFar())
  for (const way of ['click', 'submit']) addEventListener(way, follow, { signal: ended.signal })
  addEventListener('pagehide', leave)
  // A document that was asked for may still be on its way.
  return { end: () => ended.abort() }
}

/** To another of our pages, in this tab. */
function staysInTab({ target, origin, pathname, search }: HTMLAnchorElement) {
  return (
    target === '' && origin === location.origin && pathname + search !== location.pathname + location.search
  )
}

function decidedSoFar() {
  return isOpeningDecided() ? 'decided' : 'open'
}

/** True when this document was reached as above, or by going back to one that was left so. */
export function continuesVisit(): boolean {
  const decided = take() ?? (isReturn() ? history.state?.[KEY] : null) ?? null
  if (decided === null) return false
  continueDecision(decided === 'decided')
  return true
}

function isReturn() {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'back_forward'
}

function write(decided: string) {
  try {
    sessionStorage.setItem(KEY, decided)
  } catch {
    // Not allowed: the next page counts as a visit.
  }
}

function take() {
  try {
    const decided = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return decided
  } catch {
    return null
  }
}
