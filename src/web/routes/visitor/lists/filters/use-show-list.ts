import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addressOf } from '../list-address.ts'

type Asked = { replace?: boolean; changes?: Record<string, string> }

export function useShowList() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (form: HTMLFormElement, { replace = false, changes = {} }: Asked = {}) => {
      const asked: Record<string, string> = {}
      for (const [name, value] of new FormData(form)) asked[name] ??= String(value).trim()
      void navigate(addressOf(pathname, { ...asked, ...changes }), { replace, preventScrollReset: true })
    },
    [navigate, pathname],
  )
}
