import { useEffect } from 'react'

/** The browser asks before the page is closed or loaded anew: what is being sent would be lost. */
export function useAskBeforeLeaving(asking: boolean) {
  useEffect(() => {
    if (!asking) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asking])
}
