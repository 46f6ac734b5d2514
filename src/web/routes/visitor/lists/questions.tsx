import { useMemo } from 'react'
import { data } from 'react-router'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import type { Messages } from '#domain/language/messages.ts'
import type { FacetCounts } from '#domain/paper/filters.ts'
import { chapterName } from '#domain/questions/chapters/chapter-names.ts'
import { NO_COUNTS } from '#domain/questions/question-filter.ts'
import { type FoundQuestions, findQuestions } from '#domain/search/questions/find-questions.server.ts'
import { SEARCH_COUNT_LIMIT } from '#domain/search/search-index.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import type { Route } from './+types/questions'
import {
  type ActiveFilters,
  addressWith,
  carriedFilters,
  chosenOf,
  NOTHING_UNDERSTOOD,
  redirectLifted,
} from './active-filters.ts'
import { addressOf, redirectPage, redirectSpelling } from './list-address.ts'
import { packQuestion, unpackQuestion } from './list-dto.ts'
import { ListPage } from './list-head.tsx'
import { ChosenChips, OpenFilters, PaperFilters } from './paper-filters.tsx'
import {
  askedFor,
  type ChapterNames,
  furtherChoices,
  PLACE,
  type QuestionAddress,
  readQuestionAddress,
} from './question-address.ts'
import { type CardQuestion, QuestionCard } from './question-card.tsx'
import { SearchBox } from './search-box.tsx'
import { unknownHeading } from './unknown-filter.tsx'
import { useIsListAsked } from './use-show-list.ts'

type Read = FoundQuestions & { failed: boolean; chapterNames: ChapterNames }

const FAILED: Read = {
  questions: [],
  page: 1,
  pages: 0,
  total: 0,
  more: false,
  isPartly: false,
  understood: NOTHING_UNDERSTOOD,
  said: {},
  counts: NO_COUNTS,
  unread: 0,
  isBeingMade: false,
  chapterNames: {},
  failed: true,
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const m = messagesAt(matches)
  if (!loaderData) return []
  const { q, page, unknown, failed } = loaderData
  const found = q ? m.questions_found_title({ words: q }) : m.questions_head_title()
  return pageHead(matches, {
    title: unknown ? headingOf(unknown, m) : found,
    description: m.questions_description(),
    path: addressWith({ ...PLACE, ...loaderData }, { page }),
    unlisted: q !== '' || failed || unknown !== null,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const url = new URL(request.url)
  redirectSpelling(url, PLACE.path)
  const table = app.search.chapters
  const address = readQuestionAddress(url, await ownStateOf(app), (id) => table.names.has(id))
  try {
    const found = await findQuestions(app, askedFor(address, language))
    redirectLifted(address, { ...PLACE, ...address, understood: found.understood })
    redirectPage(url, PLACE.path, found.pages)
    const named = [...found.counts.chapter.map(({ value }) => value), address.further.chapter ?? '']
    const chapterNames = Object.fromEntries(named.map((id) => [id, chapterName(table, id, language)]))
    return data(pack({ ...address, ...found, chapterNames, failed: false }), {
      status: address.unknown ? 404 : 200,
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'Questions could not be read')
    return data(pack({ ...address, ...FAILED }), { status: address.q ? 200 : 503 })
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback(serverLoader, () =>
    pack({ ...readQuestionAddress(new URL(request.url)), ...FAILED }),
  )
}

type Loaded = Read & QuestionAddress
type Shown = Omit<Loaded, 'questions'> & { questions: CardQuestion[] }

/** For the way into the browser. */
function pack({ questions, ...list }: Loaded) {
  return { ...list, questions: questions.map(packQuestion) }
}

function unpack({ questions, ...list }: ReturnType<typeof pack>): Shown {
  return { ...list, questions: questions.map(unpackQuestion) }
}

type List = ActiveFilters & Shown

export default function Questions({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const labels = useLabels()
  const list = useMemo((): List => {
    const read = unpack(loaderData)
    const choices = furtherChoices(read, read.further, { m, labels, chapters: read.chapterNames })
    return { ...PLACE, ...read, furtherChoices: choices, facets: facetsOf(read), years: [] }
  }, [loaderData, m, labels])
  const isAsked = useIsListAsked()
  const { total, more, q, unknown } = list
  const questions = labels.questions(total, more)
  return (
    <ListPage>
      <header className="list-head">
        <div className="list-name">
          <h1>{unknown ? headingOf(unknown, m) : m.questions_heading()}</h1>
          <p>
            {!list.failed && !unknown && total > 0 && (
              <span role="status">
                {isAsked ? m.questions_looking() : q ? m.questions_found({ questions, words: q }) : questions}
                {!isAsked && '. '}
                {list.isPartly && `${m.questions_partly()} `}
                {list.isBeingMade && m.list_being_made()}
              </span>
            )}
          </p>
        </div>
        <SearchBox q={q} carried={carriedFilters(list)} ofQuestions />
        <OpenFilters list={list} />
        <PaperFilters list={list} counted={questions} />
      </header>
      <div className="results">
        <Found list={list} />
      </div>
    </ListPage>
  )
}

function Found({ list }: { list: List }) {
  const m = useMessages()
  if (list.failed) return <NoPapers failed home={addressWith(list)} sentence={m.questions_failed()} />
  if (list.unknown || list.questions.length === 0) return <NoneFound list={list} />
  return (
    <>
      <ChosenChips list={list} found />
      <ul className="question-cards" aria-label={m.questions_heading()}>
        {list.questions.map((question, at) => (
          <li key={`${question.paper.id} ${question.id}`}>
            <QuestionCard question={question} opens={at < 2} />
          </li>
        ))}
      </ul>
      {list.page === list.pages && list.total > SEARCH_COUNT_LIMIT && (
        <p className="mt-6 max-w-[60ch]">{m.questions_most_listed({ count: SEARCH_COUNT_LIMIT })}</p>
      )}
      <Pagination page={list.page} pages={list.pages} hrefOf={(page) => addressWith(list, { page })} />
      {list.counts.chapter.length > 0 && <ToWeightage filter={list.filter} />}
    </>
  )
}

/** From a list to the marks by chapter of its class, and to a draft of a test. */
function ToWeightage({ filter: { type, grade, board } }: Pick<List, 'filter'>) {
  const m = useMessages()
  const classParams = type && grade ? { type, grade, board } : {}
  return (
    <p className="flex flex-wrap gap-3 mt-6">
      <Link className="action" to={addressOf('/questions/weightage', classParams)}>
        {m.weightage_heading()}
      </Link>
      <Link className="action" to={addressOf('/questions/suggest', classParams)}>
        {m.suggest_heading()}
      </Link>
    </p>
  )
}

function NoneFound({ list }: { list: List }) {
  const m = useMessages()
  const { q, unread, isBeingMade, unknown } = list
  const isNarrowed = chosenOf(list).length > 0
  const sentence = q
    ? m.questions_none_for({ words: q })
    : isNarrowed
      ? m.questions_none_all()
      : m.questions_none_here()
  return (
    <div className="instead mt-6 md:mt-10">
      <EmptyState mark="?" />
      <div className="grid justify-items-start gap-3">
        {!unknown && (
          <div role="status">
            <p className="max-w-[40ch] text-pretty font-semibold text-xl/snug">{sentence}</p>
            <p className="mt-2 max-w-[60ch] text-pretty">
              {isBeingMade && `${m.list_being_made()} `}
              {q && unread > 0 && stillRead(unread, m)}
              {q && unread === 0 && !isBeingMade && m.list_fewer_words()}
            </p>
          </div>
        )}
        {!unknown && <ChosenChips list={list} />}
        {(q || isNarrowed || unknown) && (
          <Link className="button" to={PLACE.path}>
            {m.questions_show_all()}
          </Link>
        )}
        {q && (
          <Link className="action" to={addressOf('/search', { q })}>
            <span className="sweeps">{m.questions_search_papers({ words: q })}</span>
          </Link>
        )}
      </div>
    </div>
  )
}

/** Up to a hundred are counted. */
function stillRead(papers: number, m: Messages) {
  return papers >= 100 ? m.list_still_read_many() : m.list_still_read({ count: papers })
}

function headingOf({ facet, value }: NonNullable<QuestionAddress['unknown']>, m: Messages): string {
  if (facet === 'chapter') return m.questions_no_chapter({ value })
  return facet === 'marks' ? m.questions_no_marks({ value }) : unknownHeading({ facet, value }, m)
}

/** As the filters of lists of papers read them. */
function facetsOf({ counts, failed }: Pick<Read, 'counts' | 'failed'>): FacetCounts | null {
  if (failed) return null
  const of = (facet: 'type' | 'grade' | 'subject' | 'board') =>
    counts[facet].map(({ questions, ...count }) => ({ ...count, papers: questions }))
  return {
    ...{ type: of('type'), grade: of('grade'), subject: of('subject'), board: of('board') },
    ...{ year: [], month: [], answered: [] },
  }
}
