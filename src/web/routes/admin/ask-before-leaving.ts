import { useEffect } from 'react'

let isDisabled = false

/** What is being sent would be lost. */
export function useAskBeforeLeaving(asking: boolean) {
  useEffect(() => {
    if (!asking) return
    // Of its own: of two parts that ask, one that is done would take away the other's.
    const ask = (event: BeforeUnloadEvent) => askBeforeUnload(event)
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asking])
}

/** Not once the account was disabled: then nothing can be sent any more. */
export function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (!isDisabled) event.preventDefault()
}

/** Loads /login, which says that the account was disabled, and asks nothing. */
export function leaveForLogin(): void {
  isDisabled = true
  location.assign('/login')
}
