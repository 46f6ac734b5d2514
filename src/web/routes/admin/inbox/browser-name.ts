const KEY = 'desk-browser'

/** Shared by all tabs, until somebody signs out. */
export function browserName(): string {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(KEY, name)
  return name
}

/** False after somebody signed out or was disabled, in whichever tab: it clears what the browser keeps. */
export function isStillCalled(name: string): boolean {
  return localStorage.getItem(KEY) === name
}
