import { type ComponentType, useEffect, useState } from 'react'
import { GettingReady } from './getting-ready.tsx'
import type { SittingProps } from './sitting-page.tsx'

/** All that sits, where a page is there for something else: it is loaded when somebody sits. */
export function SittingSoon(props: SittingProps) {
  const [Page, setPage] = useState<ComponentType<SittingProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./sitting-page.tsx').then(
      ({ SittingPage }) => setPage(() => SittingPage),
      () => setFailed(true),
    )
  }, [])
  return Page ? <Page {...props} /> : <GettingReady {...props} hasFailed={hasFailed} />
}
