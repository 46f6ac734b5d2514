import { type ComponentProps, useEffect, useState } from 'react'
import { KeepList } from './keep-list.tsx'

/** `KeepList` where the page must not weigh more for it: there is only its place until the page is React's. */
export function KeepListLater(list: ComponentProps<typeof KeepList>) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated ? <KeepList {...list} /> : <div className="keep-list" />
}
