import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { groupHeading } from '#domain/paper/labels.ts'
import type { Subject } from '#domain/paper/paper.ts'
import { NoPapers } from '#web/routes/visitor/paper-card/no-papers.tsx'
import { PaperCard } from '#web/routes/visitor/paper-card/paper-card.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type ActiveFilters, addressWith, countText } from '../filters/active-filters.ts'
import { ChosenChips } from '../filters/chosen-chips.tsx'
import { FoundLine } from '../found-line.tsx'
import { keepPages, readKept } from '../kept-pages.ts'
import type { ListAddress } from '../list-address.ts'
import { addressOf } from '../list-address.ts'
import { NothingFound } from '../nothing-found.tsx'
import { type PracticePage, type packShelves, type ShownShelf, unpackShelves } from './practice-page.ts'

type Loaded = PracticePage & ListAddress
type PackedPage = ReturnType<typeof packShelves<Loaded>>

export function PracticeShelves({ first, list }: { first: Loaded; list: ActiveFilters }) {
  const { key: entry } = useLocation()
  const [further, setFurther] = useState(() => readKept<Loaded>(entry))
  const loaded = [first, ...further]
  const latest = loaded[loaded.length - 1] ?? first
  const shelves = loaded.flatMap((page) => page.shelves)
  const hrefOf = (page: number) => addressWith(list, { page })
  function append(page: Loaded) {
    const pages = [...further, page]
    keepPages(entry, pages)
    setFurther(pages)
  }
  if (first.failed) return <NoPapers failed home="/practice" />
  if (shelves.length === 0) return <NothingFound list={list} found={first} />
  return (
    <>
      <ChosenChips list={list} />
      <FoundLine found={first} />
      {groupByClass(shelves).map((group, at) => (
        <section key={group.heading} className="mt-6 md:mt-10" aria-labelledby={`class-${at}`}>
          <div className="question">
            <span className="number" aria-hidden="true">
              {at + 1}.
            </span>
            <h2 id={`class-${at}`}>{group.heading}</h2>
            <span className="marks">[{countText(group.papers)}]</span>
          </div>
          <div className="grid gap-x-6 md:grid-cols-2 xl:grid-cols-3">
            {group.shelves.map((shown) => (
              <SubjectShelf
                key={shown.shelf.subject}
                shown={shown}
                filter={first.filter}
                opens={shown === shelves[0]}
              />
            ))}
          </div>
        </section>
      ))}
      {first.q ? (
        <Pagination page={first.page} pages={first.pages} hrefOf={hrefOf} />
      ) : (
        <p className="mt-10 flex flex-wrap gap-3">
          {first.page > 1 && (
            <Link className="button button-line" to={hrefOf(first.page - 1)}>
              Earlier classes and subjects
            </Link>
          )}
          {latest.page < latest.pages && (
            <MoreShelves key={latest.page} href={hrefOf(latest.page + 1)} onLoaded={append} />
          )}
        </p>
      )}
    </>
  )
}

/** Shelves of one or two papers share a row. */
const SPANS = { 1: '', 2: 'md:col-span-2', 3: 'md:col-span-2 xl:col-span-3' }
const COLUMNS = { 1: '', 2: 'md:grid-cols-2', 3: 'md:grid-cols-2 xl:grid-cols-3' }

function SubjectShelf({
  shown: { shelf, papers },
  filter,
  opens,
}: {
  shown: ShownShelf
  filter: PaperFilter
  opens: boolean
}) {
  const hidden = shelf.papers - papers.length
  const span = Math.min(papers.length, 3) as keyof typeof SPANS
  const all = addressOf(`/resources/${shelf.type}/${shelf.grade}/`, {
    subject: subjectParameter(shelf.subject),
    year: filter.year,
    month: filter.month,
    answered: filter.answered,
  })
  return (
    <section
      className={`mt-4 md:mt-8 ${SPANS[span]}`}
      aria-label={`${groupHeading(shelf.type, shelf.grade)} ${subjectParameter(shelf.subject) ?? 'all subjects'}`}
    >
      {shelf.subject !== 'all' && (
        <h3
          className="flex flex-wrap items-baseline gap-2.5 text-xl md:text-[1.375rem]"
          data-subject={shelf.subject}
        >
          <span aria-hidden="true" className="subject-mark" />
          {shelf.subject}
          {shelf.papers > 1 && (
            <small className="font-normal text-base text-quiet"> {countText(shelf.papers)}</small>
          )}
        </h3>
      )}
      <ul className={`paper-cards mt-5 ${COLUMNS[span]}`}>
        {papers.map((paper, at) => (
          <li key={paper.id}>
            <PaperCard
              paper={paper}
              inside={paper.inside}
              heading={shelf.subject === 'all' ? 'h3' : 'h4'}
              opens={opens && at === 0}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-3">
          <Link className="action" to={all}>
            <span className="sweeps">All {countText(shelf.papers)} of this shelf</span>
          </Link>
        </p>
      )}
    </section>
  )
}

/** Loads the next shelves when scrolled near; without JavaScript the link does. */
function MoreShelves({ href, onLoaded }: { href: string; onLoaded: (page: Loaded) => void }) {
  const fetcher = useFetcher<PackedPage>()
  const mark = useRef<HTMLAnchorElement>(null)
  const [failed, setFailed] = useState(false)
  const report = useRef(onLoaded)
  report.current = onLoaded
  const { load } = fetcher
  useEffect(() => {
    if (!mark.current) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        watcher.disconnect()
        void load(href)
      },
      { rootMargin: '600px' },
    )
    watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [href, load])
  useEffect(() => {
    if (!fetcher.data) return
    setFailed(fetcher.data.failed)
    if (!fetcher.data.failed) report.current(unpackShelves(fetcher.data))
  }, [fetcher.data])
  return (
    <Link
      ref={mark}
      className="button button-line"
      data-wakes
      to={href}
      onClick={(event) => {
        event.preventDefault()
        void load(href)
      }}
    >
      {fetcher.state === 'loading' && <span className="spinner" aria-hidden="true" />}
      {failed ? 'No connection: tap to load more' : 'More classes and subjects'}
    </Link>
  )
}

function groupByClass(shelves: ShownShelf[]) {
  const groups: { heading: string; papers: number; shelves: ShownShelf[] }[] = []
  for (const shown of shelves) {
    const heading = groupHeading(shown.shelf.type, shown.shelf.grade)
    let group = groups.find((known) => known.heading === heading)
    if (!group) {
      group = { heading, papers: 0, shelves: [] }
      groups.push(group)
    }
    group.papers += shown.shelf.papers
    group.shelves.push(shown)
  }
  return groups
}

function subjectParameter(subject: Subject) {
  return subject === 'all' ? undefined : subject
}
