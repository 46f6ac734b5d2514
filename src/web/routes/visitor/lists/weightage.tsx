import { data } from 'react-router'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { chapterName } from '#domain/questions/chapters/chapter-names.ts'
import {
  askedClass,
  type WeighedClass,
  type Weightage,
  weighChapters,
  weighedClasses,
} from '#domain/search/questions/weightage.server.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import type { Route } from './+types/weightage'
import { addressOf, readListAddress, type Unknown } from './list-address.ts'
import { ListPage } from './list-head.tsx'
import { unknownHeading } from './unknown-filter.tsx'
import { WeighedClasses } from './weighed-classes.tsx'

const PATH = '/questions/weightage'

type Named = Omit<Weightage, 'chapters'> & { chapters: (Weightage['chapters'][number] & { name: string })[] }
type Loaded = {
  unknown: Unknown | null
  failed: boolean
  classes: WeighedClass[]
  /** That of the address, else the first. */
  shown: WeighedClass | null
  isAsked: boolean
  weightage: Named | null
}
const FAILED: Loaded = {
  ...{ unknown: null, failed: true, classes: [], shown: null, isAsked: false, weightage: null },
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const m = messagesAt(matches)
  if (!loaderData) return []
  const { unknown, failed, shown, isAsked } = loaderData
  return pageHead(matches, {
    title: unknown ? unknownHeading(unknown, m) : m.weightage_head_title(),
    description: m.weightage_description(),
    path: addressOf(PATH, isAsked && shown ? { ...shown } : {}),
    unlisted: failed || unknown !== null,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const state = await ownStateOf(app)
  const url = new URL(request.url)
  const { filter, unknown } = readListAddress(url, state)
  try {
    const classes = await weighedClasses(app, state)
    const requested = askedClass(filter, url.searchParams.get('course'), state)
    const shown = requested ?? classes[0] ?? null
    const weightage = shown && !unknown ? await weighChapters(app, shown, state) : null
    const named = weightage?.chapters.map((chapter) => ({
      ...chapter,
      name: chapterName(app.search.chapters, chapter.id, language),
    }))
    const loaded: Loaded = {
      ...{ unknown, failed: false, classes, shown, isAsked: requested !== null },
      weightage: weightage && named ? { ...weightage, chapters: named } : null,
    }
    return data(loaded, { status: unknown ? 404 : 200 })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'Marks by chapter could not be read')
    return data(FAILED, { status: 503 })
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback(serverLoader, () => FAILED)
}

export default function WeightagePage({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const { unknown, failed, classes, shown, weightage } = loaderData
  return (
    <ListPage>
      <header className="list-head">
        <div className="list-name">
          <h1>{unknown ? unknownHeading(unknown, m) : m.weightage_heading()}</h1>
          {!unknown && <p>{m.weightage_lede()}</p>}
        </div>
        <WeighedClasses path={PATH} classes={classes} shown={unknown ? null : shown} />
      </header>
      <div className="results" data-subject="Mathematics">
        {failed ? (
          <NoPapers failed home={PATH} sentence={m.questions_failed()} />
        ) : shown && weightage && weightage.chapters.length > 0 ? (
          <Weighed shown={shown} weightage={weightage} />
        ) : (
          !unknown && <p className="mt-6">{m.weightage_none()}</p>
        )}
        <p className="flex flex-wrap gap-3 mt-6">
          <Link className="action" to="/questions">
            {m.questions_show_all()}
          </Link>
          <Link className="action" to={addressOf('/questions/suggest', shown ? { ...shown } : {})}>
            {m.suggest_heading()}
          </Link>
        </p>
      </div>
    </ListPage>
  )
}

function Weighed({ shown, weightage }: { shown: WeighedClass; weightage: Named }) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { chapters, years, papers, questions, used } = weightage
  const most = Math.max(...chapters.map(({ share }) => share))
  const questionsOf = (chapter: string) => {
    const { type, grade, board } = shown
    return addressOf('/questions', { type, grade, board, subject: 'Mathematics', chapter })
  }
  const span = years.length > 1 ? `${years[0]}–${years.at(-1)}` : String(years[0])
  const left = questions - used
  return (
    <>
      <p className="mt-6 max-w-[60ch]">
        {m.weightage_from({ questions: labels.questions(used), papers: labels.papers(papers), years: span })}{' '}
        {left > 0 && `${m.weightage_left_out({ count: left })} `}
        {m.weightage_halves()}
      </p>
      <ul className="weightage-bars mt-4" aria-label={m.weightage_heading()}>
        {chapters.map(({ id, name, share }) => (
          <li key={id}>
            <Link to={questionsOf(id)} lang={langOf(name)}>
              {name}
            </Link>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={tenths((100 * share) / most)} height="1" />
            </svg>
            <b>{`${tenths(100 * share)} %`}</b>
          </li>
        ))}
      </ul>
      <h2 id="by-year" className="mt-6 font-semibold text-xl/snug">
        {m.weightage_by_year()}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <section className="weightage-table mt-3" aria-labelledby="by-year" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.questions_chapter()}</th>
              {years.map((year) => (
                <th scope="col" key={year}>
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chapters.map(({ id, name, marks }) => (
              <tr key={id}>
                <th scope="row" lang={langOf(name)}>
                  {name}
                </th>
                {marks.map((given, at) => (
                  <td key={years[at]}>{given > 0 ? tenths(given) : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function tenths(of: number): string {
  return String(Math.round(of * 10) / 10)
}
