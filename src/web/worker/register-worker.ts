import { ASSETS_CACHE, PAGES_CACHE, SHELL_CACHE, SHELL_PAGES_CACHE } from './caches.ts'

const SCRIPT = '/worker.js'
/** Set by `?sw=off`, until `?sw=on`. */
const SWITCHED_OFF = 'worker-off'
const PATIENCE_MS = 30_000

/** Whether this browser can keep anything; without a secure connection, or in some private windows, none can. */
export function canHaveWorker(): boolean {
  return (
    import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in globalThis && 'locks' in navigator
  )
}

/**
 * In an idle moment after the page is React's; `isWanted` says whether one is registered that is not there yet. `?sw=off` in
 * the address takes it away for good, `?sw=on` brings it back.
 */
export function registerWhenIdle(isWanted = true): () => void {
  if (!canHaveWorker()) return () => {}
  const asked = new URLSearchParams(location.search).get('sw')
  if (asked === 'off') void removeWorker().then(() => location.replace(location.pathname))
  if (asked === 'on') writeSwitch(false)
  if (asked === 'off') return () => {}
  if (isSwitchedOff()) {
    // The page that took it away was its own until the end.
    void forgetPages()
    return () => {}
  }
  if (!isWanted) return () => {}
  const later = setTimeout(() => whenIdle(() => void register().catch(() => {})), 1_000)
  return () => clearTimeout(later)
}

/** What opens saved papers is there when this resolves; rejects where the browser refuses, or the connection is lost. */
export async function prepareReader(): Promise<void> {
  writeSwitch(false)
  await register()
  const { active } = await inTime(navigator.serviceWorker.ready)
  const { port1, port2 } = new MessageChannel()
  const said = new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) =>
      data === 'kept' ? resolve(data) : reject(new TypeError('The connection was lost'))
  })
  active?.postMessage('keep-reader', [port2])
  await inTime(said)
}

/** Kept papers stay: they are shown on /kept, and removed there. */
async function removeWorker() {
  writeSwitch(true)
  const registrations = await navigator.serviceWorker.getRegistrations()
  const ours = registrations.filter(({ scope }) => new URL(scope).pathname === '/')
  await Promise.all(ours.map((each) => each.unregister()))
  await forgetPages()
}

async function forgetPages() {
  const names = (await caches.keys()).filter(
    (name) => [ASSETS_CACHE, PAGES_CACHE, SHELL_PAGES_CACHE].includes(name) || name.startsWith(SHELL_CACHE),
  )
  await Promise.all(names.map((name) => caches.delete(name)))
}

async function register() {
  return await navigator.serviceWorker.register(SCRIPT, { scope: '/', updateViaCache: 'none' })
}

export function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5_000 })
  else run()
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('The worker did not answer')), PATIENCE_MS)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function isSwitchedOff() {
  try {
    return localStorage.getItem(SWITCHED_OFF) !== null
  } catch {
    return false
  }
}

function writeSwitch(isOff: boolean) {
  try {
    if (isOff) localStorage.setItem(SWITCHED_OFF, 'yes')
    else localStorage.removeItem(SWITCHED_OFF)
  } catch {
    // Not allowed: it comes back with the next page.
  }
}
