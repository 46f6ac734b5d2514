import { redirect, replace } from 'react-router'
import { readSaid, type SaidClass, writeSaid } from '#domain/paper/said-class.ts'

const KEY = 'my-class'

/** What was said on this device; null for nothing. */
export function toldClass(): SaidClass | null {
  try {
    return readSaid(localStorage.getItem(KEY) ?? '')
  } catch {
    return null
  }
}

/** False where nothing may be stored. */
export function storeMyClass(said: SaidClass | null): boolean {
  try {
    if (said) localStorage.setItem(KEY, writeSaid(said))
    else localStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}

/** In the browser, before a list is asked for: throws a redirect to the list with what was said first. */
export function redirectToSaid(url: string, path: string) {
  const { href, searchParams } = new URL(url)
  const said = toldClass()
  if (!said || searchParams.has('first')) return
  searchParams.set('first', writeSaid(said))
  // Back and forward have the address already: another entry would send them here again and again.
  const goTo = href === location.href ? replace : redirect
  throw goTo(`${path}?${searchParams}`)
}

/** The same where a document is loaded, before it is painted; without a connection the page stays. */
export const LOAD_WITH_SAID = `try{const s=localStorage['${KEY}'],u=new URL(location),p=u.searchParams;if(s&&navigator.onLine&&!p.has('first')){p.set('first',s);location.replace(u)}}catch{}`
