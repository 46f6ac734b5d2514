import { isOnSlowConnection } from '#web/slow-connection.ts'

type Pages = { routes: Record<string, { module: string; imports?: string[]; css?: string[] }> }

const SIGNS_OF_READING = ['pointerdown', 'keydown', 'scroll']
let isFetched = false

/** Prefetches the code of the other pages at the first input: offline, they can then show their own error. */
export function fetchPagesAhead(): () => void {
  const listeners = new AbortController()
  const prefetch = () => {
    listeners.abort()
    if (isFetched || isOnSlowConnection()) return
    isFetched = true
    for (const path of codeOfPages()) fetch(path, { priority: 'low' }).catch(() => {})
  }
  for (const sign of SIGNS_OF_READING) {
    addEventListener(sign, prefetch, { signal: listeners.signal, capture: true, passive: true })
  }
  return () => listeners.abort()
}

function codeOfPages() {
  const { routes } = (window as { __reactRouterManifest?: Pages }).__reactRouterManifest ?? { routes: {} }
  const pages = Object.entries(routes).filter(([id]) => id.startsWith('routes/visitor/'))
  return new Set(pages.flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css]))
}
