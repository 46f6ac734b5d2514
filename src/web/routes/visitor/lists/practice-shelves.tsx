import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { Labels } from '#domain/language/labels.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SaveListLazy } from '../downloads/save-list-lazy.tsx'
import { NoPapers } from '../paper-card/no-papers.tsx'
import { PaperCard } from '../paper-card/paper-card.tsx'
import { type ActiveFilters, addressWith, carriedFilters } from './active-filters.ts'
import { PaperMissing } from './ask-for-paper.tsx'
import { addressOf, FOLDED, type ListAddress } from './list-address.ts'
import { NothingFound } from './nothing-found.tsx'
import { FoldSets } from './paper-cards.tsx'
import { ChosenChips } from './paper-filters.tsx'
import { PickFound } from './pick-found.tsx'
import { type PracticePage, type packShelves, type ShownShelf, unpackShelves } from './practice-page.ts'

/** "[13 papers]"; on a phone the number alone. Texts that React would part with a comment are one. */
function Count({ papers, filter }: { papers: number; filter: PaperFilter }) {
  const [number, ...words] = useLabels().papers(papers, false, filter).split(' ')
  return (
    <>
      {`[${number}`}
      <span className="max-md:sr-only">{` ${words.join(' ')}`}</span>]
    </>
  )
}

/** Shelves of one or two papers share a row. */
const SPANS = {
  1: '',
  2: 'md:col-span-2',
  3: 'md:col-span-2 xl:col-span-3',
  4: 'md:col-span-2 xl:col-span-3 min-[105rem]:col-span-4',
}
const COLUMNS = {
  1: '',
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-2 xl:grid-cols-3',
  4: 'md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4',
}

function SubjectShelf({
  shown: { shelf, papers },
  filter,
  opens,
}: {
  shown: ShownShelf
  filter: PaperFilter
  opens: boolean
}) {
  const m = useMessages()
  const labels = useLabels()
  const hidden = shelf.papers - papers.length
  const span = Math.min(papers.length, 4) as keyof typeof SPANS
  const all = addressOf(`/resources/${shelf.type}/${shelf.grade}/`, {
    subject: subjectParameter(shelf.subject),
    year: filter.year,
    month: filter.month,
    answered: filter.answered,
    sets: filter.foldsSets ? FOLDED : undefined,
  })
  return (
    <section
      className={SPANS[span]}
      aria-label={`${labels.shelf(shelf.type, shelf.grade)} ${shelf.subject === 'all' ? m.practice_all_subjects() : labels.subject(shelf.subject)}`}
    >
      {shelf.subject !== 'all' && (
        <h3 data-subject={shelf.subject}>
          {`${labels.subject(shelf.subject)} `}
          <small>
            <Count papers={shelf.papers} filter={filter} />
          </small>
        </h3>
      )}
      <ul className={`paper-cards ${COLUMNS[span]}`}>
        {papers.map((paper, at) => (
          <li key={paper.id}>
            <PaperCard
              paper={paper}
              inside={paper.inside}
              sets={paper.sets}
              heading={shelf.subject === 'all' ? 'h3' : 'h4'}
              opens={opens && at === 0}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-3">
          <Link className="action" to={all}>
            <span className="sweeps">
              {m.practice_shelf_all({ papers: labels.papers(shelf.papers, false, filter) })}
            </span>
          </Link>
        </p>
      )}
    </section>
  )
}

function subjectParameter(subject: Subject) {
  return subject === 'all' ? undefined : subject
}

type Loaded = PracticePage & ListAddress
type PackedPage = ReturnType<typeof packShelves<Loaded>>

export function PracticeShelves({ first, list }: { first: Loaded; list: ActiveFilters }) {
  const m = useMessages()
  const labels = useLabels()
  const { key: entry } = useLocation()
  const [further, setFurther] = useState(() => readLoadedPages<Loaded>(entry))
  const loaded = [first, ...further]
  const latest = loaded[loaded.length - 1] ?? first
  const shelves = loaded.flatMap((page) => page.shelves)
  const isAsked = first.q !== '' || Object.keys(carriedFilters(list)).length > 0
  const hrefOf = (page: number) => addressWith(list, { page })
  function append(page: Loaded) {
    const pages = [...further, page]
    storeLoadedPages(entry, pages)
    setFurther(pages)
  }
  if (first.failed) return <NoPapers failed home="/practice" />
  if (shelves.length === 0) return <NothingFound list={list} found={first} />
  return (
    <>
      <ChosenChips list={list} found />
      {groupByClass(shelves, labels).map((group, at) => (
        <section key={group.heading} className="class-shelves" aria-labelledby={`class-${at}`}>
          <div className="question">
            <span className="number" aria-hidden="true">
              {`${at + 1}.`}
            </span>
            <h2 id={`class-${at}`}>{group.heading}</h2>
            {/* On a phone the first subject, with a count of its own, is there. */}
            <span className={group.shelves[0]?.shelf.subject === 'all' ? 'marks' : 'marks max-md:hidden'}>
              <Count papers={group.papers} filter={list.filter} />
            </span>
          </div>
          <div className="shelves">
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
      {isAsked && <PickFound list={{ ...first, papers: first.shelves.flatMap(({ papers }) => papers) }} />}
      <SaveListLazy papers={shelves.flatMap(({ papers }) => papers)} />
      <FoldSets list={list} papers={shelves.flatMap(({ papers }) => papers)} />
      {isAsked && <PaperMissing list={list} />}
      {first.q ? (
        <Pagination page={first.page} pages={first.pages} hrefOf={hrefOf} />
      ) : (
        <p className="mt-10 flex flex-wrap gap-3">
          {first.page > 1 && (
            <Link className="button button-line" to={hrefOf(first.page - 1)}>
              {m.practice_earlier()}
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

/** Loads the next shelves when scrolled near; without JavaScript the link does. */
function MoreShelves({ href, onLoaded }: { href: string; onLoaded: (page: Loaded) => void }) {
  const m = useMessages()
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
      data-hydrates
      to={href}
      onClick={(event) => {
        event.preventDefault()
        void load(href)
      }}
    >
      {fetcher.state === 'loading' && <span className="spinner" aria-hidden="true" />}
      {failed ? m.practice_no_connection() : m.practice_more()}
    </Link>
  )
}

function groupByClass(shelves: ShownShelf[], labels: Labels) {
  const groups: { heading: string; papers: number; shelves: ShownShelf[] }[] = []
  for (const shown of shelves) {
    const heading = labels.shelf(shown.shelf.type, shown.shelf.grade)
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

/** Pages loaded by scrolling, by history entry, so that "back" restores them. */
const cache = new Map<string, unknown[]>()
const MAX_ENTRIES = 20

/** Empty on the server. */
function readLoadedPages<Page>(entry: string): Page[] {
  return (cache.get(entry) ?? []) as Page[]
}

function storeLoadedPages<Page>(entry: string, pages: Page[]) {
  cache.delete(entry)
  cache.set(entry, pages)
  const oldest = cache.keys().next().value
  if (cache.size > MAX_ENTRIES && oldest !== undefined) cache.delete(oldest)
}
