import { useEffect } from 'react'
import { askBeforeUnload } from './client/go-to-login.ts'

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
