import { paperPath } from '#domain/paper/facts.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { SittingPage, type SittingProps } from './sitting-page.tsx'

/** A page on which something is sat. */
export function SittingFrame(props: SittingProps) {
  const { id, paper, list } = props
  return (
    <main id="content" className="page wrap" data-hydrates>
      <div className="ruled">
        <SittingPage key={id} {...props} />
        {(paper || list) && (
          <noscript>
            <WithoutScripts {...props} />
          </noscript>
        )}
      </div>
    </main>
  )
}

function WithoutScripts({ id, paper }: SittingProps) {
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
