import { type ComponentType, useEffect, useState } from 'react'
import { GettingReady } from './getting-ready.tsx'
import type { DeskProps } from './sitting-desk.tsx'

/** All that sits, where a page is there for something else: it is loaded when somebody sits. */
export function SittingSoon(props: DeskProps) {
  const [Desk, setDesk] = useState<ComponentType<DeskProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./sitting-desk.tsx').then(
      ({ SittingDesk }) => setDesk(() => SittingDesk),
      () => setFailed(true),
    )
  }, [])
  return Desk ? <Desk {...props} /> : <GettingReady {...props} hasFailed={hasFailed} />
}
