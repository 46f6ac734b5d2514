import { useEffect } from 'react'
import { askBeforeUnload } from './client/go-to-login.ts'

/** What is being sent would be lost. */
export function useAskBeforeLeaving(asking: boolean) {
  useEffect(() => {
    if (!asking) return
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [asking])
}
