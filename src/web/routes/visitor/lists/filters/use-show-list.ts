import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FACETS } from '#domain/paper/filters.ts'
import { addressOf } from '../list-address.ts'

type Asked = { replace?: boolean; changes?: Record<string, string> }

export function useShowList() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (form: HTMLFormElement, { replace = false, changes = {} }: Asked = {}) => {
      const asked: Record<string, string> = {}
      const given = new FormData(form)
      for (const name of ['q', ...FACETS, 'level', 'sets']) asked[name] = String(given.get(name) ?? '').trim()
      void navigate(addressOf(pathname, { ...asked, ...changes }), { replace, preventScrollReset: true })
    },
    [navigate, pathname],
  )
}
