import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type DeskAsk, readAsk, searchOf } from './desk-address.ts'

/** Pushes an address, or replaces it while typing. */
export type Go = (change: (now: DeskAsk) => DeskAsk, options?: { replace?: boolean }) => void

/** Pending changes count before the address has followed, so that two quick choices are both kept. */
export function useAddress(): { ask: DeskAsk; go: Go } {
  const location = useLocation()
  const cause = useNavigationType()
  const navigate = useNavigate()
  const [pending, setPending] = useState<DeskAsk | null>(null)
  const inAddress = useMemo(() => readAsk(new URLSearchParams(location.search)), [location.search])
  const ask = pending ?? inAddress
  const latest = useRef(ask)
  latest.current = ask

  const times = useRef(0)

  const go = useCallback<Go>(
    (change, { replace = false } = {}) => {
      const next = change(latest.current)
      latest.current = next
      times.current += 1
      setPending(next)
      const state = { asked: times.current }
      void navigate({ search: searchOf(next) }, { replace, preventScrollReset: true, state })
    },
    [navigate],
  )

  // An earlier navigation of `go` is ignored; any other one, and "back", replaces the pending state.
  useEffect(() => {
    const asked = cause === 'POP' ? undefined : location.state?.asked
    if (asked === undefined || asked >= times.current) setPending(null)
  }, [location, cause])
  return { ask, go }
}
