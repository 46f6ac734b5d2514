import { useLocation, useNavigation } from 'react-router'

/** The search of the address of another list of this page that is on its way: other filters, words or page. */
export function useAskedList(): string | null {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return state === 'loading' && location.pathname === pathname ? location.search : null
}

export function useIsListAsked(): boolean {
  return useAskedList() !== null
}
