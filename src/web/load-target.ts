import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

/**
 * A page whose code does not come: the router loads the document again that is open, where a press does nothing then.
 * The document that was asked for is loaded instead, which needs none of the code. Browsers without the Navigation API
 * do as before.
 */
export function useTargetInsteadOfReload() {
  const { location: to } = useNavigation()
  useEffect(() => {
    if (!to || !('navigation' in window)) return
    const left = new AbortController()
    const lead = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated) return
      event.preventDefault()
      // With the prefix of its language.
      location.assign(createPath(to))
    }
    navigation.addEventListener('navigate', lead, { signal: left.signal })
    return () => left.abort()
  }, [to])
}
