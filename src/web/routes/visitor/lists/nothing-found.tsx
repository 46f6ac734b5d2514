import { Link } from 'react-router'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { NONE_HERE } from '../paper-card/no-papers.tsx'
import { DidYouMean } from './did-you-mean.tsx'
import { type ActiveFilters, chosenOf } from './filters/active-filters.ts'
import { ChosenChips } from './filters/chosen-chips.tsx'
import { BEING_MADE } from './found-line.tsx'
import { PaperCards } from './paper-cards.tsx'

const AND = new Intl.ListFormat('en-GB')

export function NothingFound({
  list,
  found,
}: {
  list: ActiveFilters
  found: Pick<FoundPapers, 'nearest' | 'didYouMean' | 'unread' | 'isBeingMade'>
}) {
  const { nearest, isBeingMade, didYouMean, unread } = found
  const asked = askedFor(list)
  return (
    <>
      <div className="instead max-md:[&>svg]:w-18 mt-6 md:mt-10">
        <EmptySheet mark="?" />
        <div className="grid justify-items-start gap-3">
          <div role="status">
            <p className="max-w-[40ch] text-pretty font-semibold text-xl leading-snug">
              {sentenceOf(list.q, asked.length)}
            </p>
            <DidYouMean list={list} found={found} />
            <p className="mt-2 max-w-[60ch] text-pretty">
              {isBeingMade && `${BEING_MADE} `}
              {unread > 0 && `${stillRead(unread)} `}
              {asked.length > 1 && `This was understood as ${AND.format(asked)}. Take one off:`}
              {asked.length <= 1 && list.q && !didYouMean && 'Try fewer words, or another spelling.'}
            </p>
          </div>
          {(asked.length > 1 || !list.q) && <ChosenChips list={list} />}
          {list.q && !isBeingMade && (
            <p className="max-w-[60ch] text-quiet">
              Searches that find nothing are counted, so the centre knows which papers to add next.
            </p>
          )}
          {(list.q || asked.length > 0) && (
            <Link className="button" to={list.path}>
              Show all papers
            </Link>
          )}
        </div>
      </div>
      {nearest.length > 0 && (
        <section className="mt-10 md:mt-14" aria-labelledby="nearest">
          <div className="question">
            <h2 id="nearest">Nearest papers</h2>
          </div>
          <PaperCards papers={nearest} heading="h3" />
        </section>
      )}
    </>
  )
}

/** Up to a hundred are counted. */
function stillRead(papers: number) {
  const some = papers === 1 ? 'One paper is' : `${papers >= 100 ? 'More than 100' : papers} papers are`
  return `${some} still being read, so words inside ${papers === 1 ? 'it' : 'them'} cannot be found yet. Look again in a few minutes.`
}

function sentenceOf(q: string, asked: number) {
  if (q) return `No paper matches “${q}”.`
  if (asked > 1) return 'No paper is all of this.'
  return NONE_HERE
}

function askedFor(list: ActiveFilters) {
  const words = list.understood.terms.map((term) => `“${term.typed}”`)
  return [...chosenOf(list).map((chosen) => chosen.label), ...words]
}
