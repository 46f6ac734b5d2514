const KEY = 'closed-notice'
const watchers = new Set<() => void>()
/** Where the device keeps nothing. */
let closedHere: string | null = null

/** Runs while the page is read, before it is painted: what was closed on this device is never seen, and nothing moves. */
export const HIDE_CLOSED = `try{const e=document.currentScript.parentElement;if(localStorage.getItem('${KEY}')===e.dataset.notice)e.hidden=true}catch{}`

/** By its button, also before React is there; this device shows it no more. */
export function closeNotice(button: HTMLElement): void {
  const notice = button.closest<HTMLElement>('[data-notice]')
  if (!notice) return
  notice.hidden = true
  closedHere = notice.dataset.notice ?? ''
  try {
    localStorage.setItem(KEY, closedHere)
  } catch {
    // Not allowed: it is closed until the next load.
  }
  for (const watcher of watchers) watcher()
}

export function closedNotice(): string | null {
  try {
    return closedHere ?? localStorage.getItem(KEY)
  } catch {
    return closedHere
  }
}

export function watchClosed(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
