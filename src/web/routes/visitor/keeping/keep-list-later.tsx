import { type ComponentProps, useEffect, useState } from 'react'
import { sheetsSettled } from '#web/sheets.tsx'
import { KeepList } from './keep-list.tsx'

/** `KeepList` where the page must not weigh more for it: there is only its place until the page has all its styles. */
export function KeepListLater(list: ComponentProps<typeof KeepList>) {
  const [isHydrated, setHydrated] = useState(false)
  const [hasStyles, setStyles] = useState(false)
  useEffect(() => setHydrated(true), [])
  // The sheets come with what follows the first effects.
  useEffect(() => {
    if (isHydrated) void sheetsSettled().then(() => setStyles(true))
  }, [isHydrated])
  return hasStyles ? <KeepList {...list} /> : <div className="keep-list" />
}
