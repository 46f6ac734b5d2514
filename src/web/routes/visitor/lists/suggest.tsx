import { data, Form } from 'react-router'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { chapterName } from '#domain/questions/chapters/chapter-names.ts'
import { pathOfPicked, writeReference } from '#domain/questions/picked-question.ts'
import { type SuggestedTest, suggestQuestions } from '#domain/search/questions/suggest-questions.server.ts'
import {
  askedClass,
  type WeighedClass,
  weighChapters,
  weighedClasses,
} from '#domain/search/questions/weightage.server.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import { unpackPaper } from '../paper-card/paper-dto.ts'
import { lastTest } from '../picked/picked-papers.ts'
import type { Route } from './+types/suggest'
import { readListAddress, type Unknown } from './list-address.ts'
import { type PackedQuestion, packQuestion, unpackQuestion } from './list-dto.ts'
import { ListPage } from './list-head.tsx'
import { QuestionCard } from './question-card.tsx'
import { readTestAddress, type TestAddress, testAddress } from './test-address.ts'
import { unknownHeading } from './unknown-filter.tsx'
import { WeighedClasses } from './weighed-classes.tsx'

const PATH = '/questions/suggest'

type Offered = { id: string; name: string; questions: number }
type Draft = Omit<SuggestedTest, 'questions' | 'without'> & { questions: PackedQuestion[]; without: string[] }
type Loaded = {
  unknown: Unknown | null
  failed: boolean
  classes: WeighedClass[]
  shown: WeighedClass | null
  offered: Offered[]
  testParams: TestAddress
  draft: Draft | null
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const m = messagesAt(matches)
  if (!loaderData) return []
  const { unknown, failed, draft } = loaderData
  return pageHead(matches, {
    title: unknown ? unknownHeading(unknown, m) : m.suggest_head_title(),
    description: m.suggest_description(),
    path: PATH,
    unlisted: failed || unknown !== null || draft !== null,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const url = new URL(request.url)
  const ownState = await ownStateOf(app)
  const { filter, unknown } = readListAddress(url, ownState)
  const testParams = readTestAddress(url)
  try {
    const classes = await weighedClasses(app, ownState)
    const shown = askedClass(filter, url.searchParams.get('course'), ownState) ?? classes[0] ?? null
    const named = (id: string) => chapterName(app.search.chapters, id, language)
    const weightage = shown && !unknown ? await weighChapters(app, shown, ownState) : null
    const offered = (weightage?.chapters ?? []).map(({ id, questions }) => ({
      ...{ id, name: named(id), questions: Math.ceil(questions) },
    }))
    const chapters = testParams.chapters.filter((id) => app.search.chapters.names.has(id))
    const wanted = { ...testParams, chapters }
    const draft =
      shown && chapters.length > 0
        ? await suggestQuestions(app, {
            filter: { type: shown.type, grade: shown.grade, board: filter.board, ownState },
            course: shown.course,
            ...{ ...wanted, leftOut: testParams.not, language },
          })
        : null
    const packed = draft && {
      ...draft,
      questions: draft.questions.map(packQuestion),
      without: draft.without.map(named),
    }
    const loaded: Loaded = {
      unknown,
      failed: false,
      classes,
      shown,
      offered,
      testParams: wanted,
      draft: packed,
    }
    return data(loaded, { status: unknown ? 404 : 200 })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'A draft of a test could not be made')
    return data(failedPage(testParams), { status: 503 })
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback(serverLoader, () => failedPage(readTestAddress(new URL(request.url))))
}

function failedPage(testParams: TestAddress): Loaded {
  return { unknown: null, failed: true, classes: [], shown: null, offered: [], testParams, draft: null }
}

export default function SuggestPage({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const { unknown, failed, classes, shown, offered, testParams, draft } = loaderData
  return (
    <ListPage>
      <header className="list-head">
        <div className="list-name">
          <h1>{unknown ? unknownHeading(unknown, m) : m.suggest_heading()}</h1>
          {!unknown && <p>{m.suggest_lede()}</p>}
        </div>
        <WeighedClasses path={PATH} classes={classes} shown={unknown ? null : shown} />
      </header>
      <div className="results">
        {failed && <NoPapers failed home={PATH} sentence={m.questions_failed()} />}
        {!failed && !unknown && offered.length === 0 && <p className="mt-6">{m.weightage_none()}</p>}
        {shown && offered.length > 0 && <Wanted shown={shown} offered={offered} testParams={testParams} />}
        {shown && draft && <Drafted shown={shown} testParams={testParams} draft={draft} />}
      </div>
    </ListPage>
  )
}

type WantedProps = { shown: WeighedClass; offered: Offered[]; testParams: TestAddress }

/** Works without scripts: an ordinary form. */
function Wanted({ shown, offered, testParams }: WantedProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const known = new Set(testParams.not.map(writeReference))
  const last = useStore(lastTest).filter((each) => !known.has(writeReference(each)))
  return (
    <Form className="wanted-test mt-4" action={PATH} key={testAddress(PATH, shown, testParams)}>
      <input type="hidden" name="type" value={shown.type} />
      <input type="hidden" name="grade" value={shown.grade} />
      {shown.board && <input type="hidden" name="board" value={shown.board} />}
      {shown.course && <input type="hidden" name="course" value={shown.course} />}
      {testParams.not.length > 0 && (
        <input type="hidden" name="not" value={testParams.not.map(writeReference).join(',')} />
      )}
      <fieldset>
        <legend className="font-semibold">{m.questions_chapter()}</legend>
        {offered.map(({ id, name, questions }) => (
          <label key={id}>
            <input
              type="checkbox"
              name="chapters"
              value={id}
              defaultChecked={testParams.chapters.includes(id)}
            />
            <span lang={langOf(name)}>
              {name} <small>{`(${labels.number(questions)})`}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {testParams.isSent && testParams.chapters.length === 0 && <p role="alert">{m.suggest_choose()}</p>}
      {last.length > 0 && (
        <label className="mt-3">
          <input
            type="checkbox"
            name="not"
            value={last.map(writeReference).join(',')}
            defaultChecked={!testParams.isSent}
          />
          {m.suggest_not_last({ count: last.length })}
        </label>
      )}
      <div className="flex flex-wrap gap-3 mt-3">
        <label>
          <span>{m.questions_marks_filter()}</span>
          <input
            className="input"
            type="number"
            name="marks"
            min={1}
            max={200}
            required
            defaultValue={testParams.marks}
          />
        </label>
        <label>
          <span>{m.suggest_minutes()}</span>
          <input
            className="input"
            type="number"
            name="minutes"
            min={1}
            max={600}
            defaultValue={testParams.minutes ?? ''}
          />
        </label>
        <button type="submit" className="button">
          {m.suggest_submit()}
        </button>
      </div>
      {testParams.not.length > 0 && (
        <p className="mt-3">
          {`${m.suggest_left_out({ count: testParams.not.length })} `}
          <Link className="action" to={testAddress(PATH, shown, { ...testParams, not: [] })}>
            {m.suggest_with_all()}
          </Link>
        </p>
      )}
    </Form>
  )
}

function Drafted({
  shown,
  testParams,
  draft,
}: {
  shown: WeighedClass
  testParams: TestAddress
  draft: Draft
}) {
  const m = useMessages()
  const labels = useLabels()
  const { questions, marks, minutes, aim, missing, without, gone } = draft
  const marksOf = (count: number) => m.questions_marks({ count })
  const picked = questions.map(({ paper, id }) => ({ paperId: unpackPaper(paper).id, id }))
  const time = testParams.minutes === null ? '' : `&time=${testParams.minutes}`
  const link = (changes: Partial<TestAddress>, text: string) => (
    <Link className="action" to={testAddress(PATH, shown, { ...testParams, ...changes })}>
      {text}
    </Link>
  )
  return (
    <section aria-label={m.suggest_heading()}>
      <p role="status" className="mt-6 max-w-[60ch]">
        {questions.length > 0 && `${m.suggest_of({ marks: marksOf(marks), aim, minutes })} `}
        {testParams.minutes !== null &&
          aim < testParams.marks &&
          `${m.suggest_time({ minutes: testParams.minutes, marks: marksOf(aim) })} `}
        {missing > 0 && `${m.suggest_missing({ marks: marksOf(missing) })} `}
        {without.length > 0 && m.suggest_without({ chapters: labels.and(without) })}
        {gone > 0 && ` ${m.suggest_gone({ count: gone })}`}
      </p>
      <p className="flex flex-wrap gap-3">
        {questions.length > 0 && (
          <Link className="button" to={pathOfPicked(picked) + time}>
            {m.worksheet_make()}
          </Link>
        )}
        {questions.length > 0 && link({ seed: testParams.seed + 1 }, m.suggest_another())}
        {questions.length > 0 && link({ not: [...testParams.not, ...picked] }, m.suggest_not_these())}
      </p>
      <ul className="question-cards" aria-label={m.questions_heading()}>
        {questions.map(unpackQuestion).map((question, at) => (
          <li key={`${question.paper.id} ${question.id}`}>
            <QuestionCard question={question} opens={at < 2} />
          </li>
        ))}
      </ul>
    </section>
  )
}
