import { createStore } from '#web/ui/store.ts'

const KEY = 'closed-notice'
export const closedNotice = createStore<string | null>(null, { key: KEY, parse: (text) => text })

/** Runs while the page is read, before it is painted: what was closed on this device is never seen, and nothing moves. */
export const HIDE_CLOSED = `try{const e=document.currentScript.parentElement;if(localStorage.getItem('${KEY}')===e.dataset.notice)e.hidden=true}catch{}`

/** By its button, also before React is there; this device shows it no more. */
export function closeNotice(button: HTMLElement): void {
  const notice = button.closest<HTMLElement>('[data-notice]')
  if (!notice) return
  notice.hidden = true
  closedNotice.set(notice.dataset.notice ?? '')
}
