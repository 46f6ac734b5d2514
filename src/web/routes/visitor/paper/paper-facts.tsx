import { Fragment } from 'react'
import { sizeLabel, unbroken } from '#domain/paper/labels.ts'
import { PREVIOUS_YEARS, type PublishedPaper } from '#domain/paper/paper.ts'
import { shortDay } from '#domain/time/india-time.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { besidesTitle, boardLabel, ownState } from '#web/state-boards.ts'
import { grouped } from '#web/ui/grouped.ts'
import './paper-facts.css'

const POINT = '\u00a0· '

/**
 * As running text, a plain one and a short one need no name, and one that is said beside it already is left out. What the way to
 * the paper's list says is left out beside the title, too; print has no such way.
 */
type Fact = [name: string, value: string, as?: 'plain' | 'short' | 'said' | 'way']

/** Where there is no room beside the title they are running text, but for what the way to the paper's list says. */
export function PaperFacts({ paper, views }: { paper: PublishedPaper; views: number }) {
  const own = ownState(useCentre())
  return (
    <div className="front-facts">
      {/* To be filled in by hand: only in print. */}
      <p className="roll-boxes" aria-hidden="true">
        Roll No. <span />
      </p>
      <dl>
        {factsOf(paper, views, own).map(([name, value, as]) => (
          <div key={name} data-as={as}>
            <dt>{name}:</dt>{' '}
            <dd>
              <Parts of={unbroken(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Between its parts a point is drawn on a space where facts are running text, so that no line ends in one. */
function Parts({ of: value }: { of: string }) {
  return value.split(POINT).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (
        <>
          <span>{POINT.trimEnd()}</span>
          <span> </span>
        </>
      )}
      {part}
    </Fragment>
  ))
}

function factsOf(paper: PublishedPaper, views: number, own: string): Fact[] {
  const board = boardLabel(paper, own)
  const besides = besidesTitle(paper, own)
  const filed: Fact[] =
    paper.grade === PREVIOUS_YEARS
      ? [['Papers of', `${board}, previous years`, 'way']]
      : [
          ['Class', paper.grade, 'way'],
          ['Board', board, 'way'],
        ]
  const facts: Fact[] = [
    ...filed,
    ['Subject', paper.subject === 'all' ? 'All subjects' : paper.subject, 'way'],
    ['Exam', `${paper.month} ${paper.year}`],
    ...(besides ? [['Variant', besides, 'plain'] satisfies Fact] : []),
    ['Length', paper.pages === 1 ? '1 page' : `${paper.pages} pages`, 'short'],
    ['File', `PDF · ${sizeLabel(paper.size)}`, 'short'],
    ['Views', grouped(views)],
    ['Added', shortDay(paper.publishedAt), 'said'],
    paper.referenceLink ? ['Answers', 'free', 'said'] : ['Answers', 'none yet'],
  ]
  return paper.sample ? [...facts, ['Kind', 'Sample of ours, not official', 'plain']] : facts
}
