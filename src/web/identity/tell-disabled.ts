import type { TokenBrowser } from './token-browser.ts'

const KEY = 'signedOut'
const DISABLED = 'user-disabled'

/** The other tabs receive the storage event, although nothing stays stored. */
export function tellDisabled({ local }: Pick<TokenBrowser, 'local'>): void {
  local.setItem(KEY, DISABLED)
  local.clear()
}

/** Two tabs that wrote it at the same moment may have left the key. */
export function forgetDisabled({ local }: Pick<TokenBrowser, 'local'>): void {
  local.removeItem(KEY)
}

export function saysDisabled({ key, value }: { key: string | null; value: string | null }): boolean {
  return key === KEY && value === DISABLED
}
