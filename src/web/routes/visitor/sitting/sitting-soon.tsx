import { type ComponentType, useEffect, useState } from 'react'
import { paperPath } from '#domain/paper/facts.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import type { DeskProps } from './sitting-desk.tsx'

/** On its way while React is: `SittingSoon`, which asks for it again, need not wait for it. */
if (typeof document !== 'undefined' && /\/sit$/.test(location.pathname))
  import('./sitting-desk.tsx').catch(() => undefined)

/** A page on which something is sat. */
export function SitSheet(props: DeskProps) {
  const { id, paper, list } = props
  return (
    <main id="content" className="page wrap" data-wakes>
      <div className="ruled">
        <SittingSoon key={id} {...props} />
        {(paper || list) && (
          <noscript>
            <WithoutScripts {...props} />
          </noscript>
        )}
      </div>
    </main>
  )
}

function WithoutScripts({ id, paper }: DeskProps) {
  const m = useMessages()
  const way = paper
    ? {
        to: paper.worksheet ?? paperPath(paper),
        words: paper.worksheet ? m.sit_to_worksheet() : m.sit_to_paper(),
      }
    : { to: `/list/${id}`, words: m.picked_look() }
  return (
    <p className="mt-4">
      {m.sit_needs_script()}{' '}
      <Link className="action" to={way.to}>
        {way.words}
      </Link>
    </p>
  )
}

/** All that sits is loaded when somebody sits. */
export function SittingSoon(props: DeskProps) {
  const m = useMessages()
  const title = useLabels().title(props.paper?.title ?? '')
  const [Desk, setDesk] = useState<ComponentType<DeskProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./sitting-desk.tsx').then(
      ({ SittingDesk }) => setDesk(() => SittingDesk),
      () => setFailed(true),
    )
  }, [])
  if (Desk) return <Desk {...props} />
  return (
    <>
      <h1 className="sit-title">{title || (props.list ? m.sit_list_heading() : m.sit_heading())}</h1>
      <p role="status" className="mt-2 text-quiet">
        {hasFailed ? m.sit_failed() : m.sit_soon()}
      </p>
    </>
  )
}
