import { type ComponentType, useEffect, useState } from 'react'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { DeskProps } from './sitting-desk.tsx'

/** All that sits is loaded when somebody sits. */
export function SittingSoon({ id, paper }: DeskProps) {
  const m = useMessages()
  const title = useLabels().title(paper?.title ?? '')
  const [Desk, setDesk] = useState<ComponentType<DeskProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./sitting-desk.tsx').then(
      ({ SittingDesk }) => setDesk(() => SittingDesk),
      () => setFailed(true),
    )
  }, [])
  if (Desk) return <Desk id={id} paper={paper} />
  return (
    <>
      <h1 className="sit-title">{title || m.sit_heading()}</h1>
      <p role="status" className="mt-2 text-quiet">
        {hasFailed ? m.sit_failed() : m.sit_soon()}
      </p>
    </>
  )
}
