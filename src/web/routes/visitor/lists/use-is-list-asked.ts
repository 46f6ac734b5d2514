import { useLocation, useNavigation } from 'react-router'

/** Whether another list of this page is on its way: other filters, another search or page. */
export function useIsListAsked(): boolean {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return state === 'loading' && location.pathname === pathname
}
