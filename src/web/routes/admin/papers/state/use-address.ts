import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type DeskAsk, readAsk, searchOf } from './desk-address.ts'

/** Asks for something else than what is asked for now; choosing pushes an address, typing replaces it. */
export type Go = (change: (now: DeskAsk) => DeskAsk, options?: { replace?: boolean }) => void

/**
 * What the list is asked for, and the way to ask for something else. What was just asked for counts before the address
 * has followed, so that two quick choices are both kept.
 */
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

  // An address on the way to the one asked for last says nothing; any other, and "back", is to be followed.
  useEffect(() => {
    const asked = cause === 'POP' ? undefined : location.state?.asked
    if (asked === undefined || asked >= times.current) setPending(null)
  }, [location, cause])
  return { ask, go }
}
