import { type ComponentProps, useEffect, useState } from 'react'
import { SaveList } from './save-list.tsx'

/** `SaveList` where the page must not weigh more for it: there is only its place until the page is React's. */
export function SaveListLazy(list: ComponentProps<typeof SaveList>) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated ? <SaveList {...list} /> : <div className="save-list" />
}
