import { type ComponentType, useEffect, useState } from 'react'
import { SittingLoading } from './sitting-loading.tsx'
import type { SittingProps } from './sitting-page.tsx'

/** All that sits, where a page is there for something else: it is loaded when somebody sits. */
export function SittingLazy(props: SittingProps) {
  const [Page, setPage] = useState<ComponentType<SittingProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./sitting-page.tsx').then(
      ({ SittingPage }) => setPage(() => SittingPage),
      () => setFailed(true),
    )
  }, [])
  return Page ? <Page {...props} /> : <SittingLoading {...props} hasFailed={hasFailed} />
}
