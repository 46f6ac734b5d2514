import { Link } from 'react-router'
import type { Paper } from '#domain/catalogue/paper.ts'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { ChosenChips } from './chosen-chips.tsx'
import { chosenOf, type Narrowing } from './narrowing.ts'
import { PaperCards } from './paper-cards.tsx'

/** What stands in place of a list that holds nothing: what was understood, each part to be taken off, the nearest papers. */
export function NothingFound({ list, nearest }: { list: Narrowing; nearest: Paper[] }) {
  const asked = askedFor(list)
  return (
    <>
      <div className="instead mt-6 md:mt-10">
        <EmptySheet mark="?" />
        <div className="grid justify-items-start gap-3">
          <div role="status">
            <p className="max-w-[40ch] text-pretty font-semibold text-xl leading-snug">
              {list.q ? `No paper matches “${list.q}”.` : 'No papers here yet.'}
            </p>
            <p className="mt-2 max-w-[60ch] text-pretty">
              {asked.length > 1 && `No one paper is all of this: ${asked.join(', ')}. Take one off:`}
              {asked.length <= 1 && list.q && 'Try fewer words, or another spelling.'}
            </p>
          </div>
          {asked.length > 1 && <ChosenChips list={list} words />}
          {list.q && (
            <p className="max-w-[60ch] text-quiet">
              Searches that find nothing are counted, so the centre knows which papers to add next.
            </p>
          )}
          {asked.length > 0 && (
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

function askedFor(list: Narrowing) {
  const words = list.understood.terms.map((term) => `“${term.typed}”`)
  return [...chosenOf(list).map((chosen) => chosen.label), ...words]
}
