import { createPath, type Path } from 'react-router'

type Router = { state: { navigation: { location?: Path } } }

/**
 * A page whose code does not come: the router loads the document again that is open, where a press does nothing then.
 * The document that was asked for is loaded instead, which needs none of the code. Where it goes to is asked of the
 * router itself, since the code may fail before React has rendered that it is on its way. Browsers without the
 * Navigation API do as before. Returns what ends it.
 */
export function loadTargetInsteadOfReload(): () => void {
  const left = new AbortController()
  const lead = (event: NavigateEvent) => {
    const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router }
    const to = router?.state.navigation.location
    if (!to || event.navigationType !== 'reload' || event.userInitiated) return
    event.preventDefault()
    // With the prefix of its language.
    location.assign(createPath(to))
  }
  if ('navigation' in window) navigation.addEventListener('navigate', lead, { signal: left.signal })
  return () => left.abort()
}
