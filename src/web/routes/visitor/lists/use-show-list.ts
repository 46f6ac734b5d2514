import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addressOf } from './list-address.ts'

/** Goes to the list that a form asks for, from its page 1; what is left empty stays out of the address. */
export function useShowList() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback(
    (form: HTMLFormElement, { replace = false } = {}) => {
      const asked = Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]),
      )
      void navigate(addressOf(pathname, asked), { replace, preventScrollReset: true })
    },
    [navigate, pathname],
  )
}
