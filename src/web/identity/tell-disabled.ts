import type { TokenBrowser } from './token-browser.ts'

const KEY = 'signedOut'
const DISABLED = 'user-disabled'

/** Clears all local storage and tells the other tabs why: they see the text go by, and none of it stays. */
export function tellDisabled({ local }: Pick<TokenBrowser, 'local'>): void {
  local.setItem(KEY, DISABLED)
  local.clear()
}

/** Removes what two tabs that told it at the same moment may have left. */
export function forgetDisabled({ local }: Pick<TokenBrowser, 'local'>): void {
  local.removeItem(KEY)
}

/** Whether another tab says that the account has been disabled. */
export function saysDisabled({ key, value }: { key: string | null; value: string | null }): boolean {
  return key === KEY && value === DISABLED
}
