import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { FACETS, TRAIT_NAMES } from '#domain/paper/filters.ts'
import { FURTHER } from './active-filters.ts'
import { addressOf } from './list-address.ts'

type Asked = { name?: string; replace?: boolean; changes?: Record<string, string> }

/** Shows the list of a form. While another list is on its way the control of this `name` changes that one: what was
 * chosen elsewhere a moment ago is not in the form yet. */
export function useShowList() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const onItsWay = useRef<string>(null)
  const search = useAskedList()
  useEffect(() => {
    onItsWay.current = search
  }, [search])
  return useCallback(
    (form: HTMLFormElement, { name, replace = false, changes = {} }: Asked = {}) => {
      const asked: Record<string, string> = {}
      const given = new FormData(form)
      const others = name && onItsWay.current !== null ? new URLSearchParams(onItsWay.current) : given
      for (const each of ['q', ...FACETS, ...TRAIT_NAMES, 'sets', 'first', ...FURTHER])
        asked[each] = String((each === name ? given : others).get(each) ?? '').trim()
      void navigate(addressOf(pathname, { ...asked, ...changes }), { replace, preventScrollReset: true })
    },
    [navigate, pathname],
  )
}

/** The search of the address of another list of this page that is on its way: other filters, words or page. */
export function useAskedList(): string | null {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  return state === 'loading' && location.pathname === pathname ? location.search : null
}

export function useIsListAsked(): boolean {
  return useAskedList() !== null
}
