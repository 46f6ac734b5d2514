import { Fragment } from 'react'
import { formatsOf } from '#domain/language/formats.ts'
import type { PublishedPaper } from '#domain/paper/paper.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { ownState } from '#web/state-boards.ts'
import { type Fact, factsOf, partsOf, SEPARATOR_POINT } from './facts-of.ts'

/** Where there is no room next to the title they are running text, but for what the way to the paper's list says. */
export function PaperFacts({ paper, views }: { paper: PublishedPaper; views: number }) {
  const m = useMessages()
  const labels = useLabels()
  const formats = formatsOf(useLanguage())
  const own = ownState(useCentre())
  return <FactList facts={factsOf(paper, views, own, { m, labels, formats })} roll={m.paper_roll_number()} />
}

/** `kept/first-view.ts` writes the same without React. */
export function FactList({ facts, roll }: { facts: Fact[]; roll: string }) {
  return (
    <div className="front-facts">
      {/* To be filled in by hand: only in print. */}
      <p className="roll-boxes" aria-hidden="true">
        {roll} <span />
      </p>
      <dl>
        {facts.map(([name, value, as, alone]) => (
          <div key={name} data-as={as}>
            <dt>{name}:</dt>{' '}
            <dd>
              {alone ? (
                <>
                  <span className="beside">{value}</span>
                  <span className="alone">{alone}</span>
                </>
              ) : (
                <Parts of={value} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Parts({ of: value }: { of: string }) {
  return partsOf(value).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (
        <>
          <span>{SEPARATOR_POINT}</span>
          <span> </span>
        </>
      )}
      {part}
    </Fragment>
  ))
}
