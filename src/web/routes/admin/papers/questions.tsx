import { useQuery } from '@tanstack/react-query'
import { Check, ChevronLeft, ChevronRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { boxesOf, type EditedQuestion } from '#domain/questions/edit-questions.ts'
import { pageOf } from '#domain/questions/question-crop.ts'
import { reviewReasonOf } from '#domain/questions/review-reason.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { failureOf } from '../client/call-error.ts'
import { IconButton } from '../icon-button.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { describeReviewReason } from './drafts.ts'
import { QuestionFields } from './question-fields.tsx'
import { QuestionPage } from './question-page.tsx'
import { type Edits, type PaperQuestions, questionsKey, readQuestions, useEdits } from './use-edits.ts'
import './questions.css'

export const meta = adminMeta('Questions of a paper')

export default function QuestionsRoute() {
  const { id = '' } = useParams()
  const read = useQuery({
    queryKey: questionsKey(id),
    queryFn: ({ signal }) => readQuestions(id, signal),
    gcTime: 0,
  })
  const failure = failureOf(read)
  return (
    <div className="ruled grid gap-5">
      <div>
        <h1>Questions of a paper</h1>
        {read.data && (
          <p className="mt-2 max-w-[60ch] text-lg leading-snug wrap-anywhere">
            <a className="underline" href={`/papers/${id}`} target="_blank" rel="noopener">
              {read.data.title}
            </a>
          </p>
        )}
        <Link className="action gap-1" to="/admin?show=questions">
          <ChevronLeft className="size-4.5" aria-hidden="true" />
          <span className="sweeps">Papers whose questions need a look</span>
        </Link>
      </div>
      {failure && <LoadFailed sentence={failure} onRetry={() => void read.refetch()} />}
      {!read.data && !failure && (
        <div className="skeleton h-96" role="status" aria-label="Reading the questions …" />
      )}
      {read.data && <Editor key={id} id={id} found={read.data} />}
    </div>
  )
}

function Editor({ id, found }: { id: string; found: PaperQuestions }) {
  const edits = useEdits(id, found)
  const { sizes, base } = edits.saved.pages
  const [page, setPage] = useState(() => firstPage(found))
  const [chosen, setChosen] = useState<number | null>(null)

  /** Also where it begins on another page. */
  function choose(question: number | null, list = edits.list) {
    setChosen(question)
    const boxes = question === null ? [] : boxesOf(list.slice(question, question + 1))
    if (boxes.length > 0 && !boxes.some(({ area }) => area.page === page))
      setPage(boxes[0]?.area.page ?? page)
  }

  function turnTo(to: number) {
    setPage(Math.min(sizes.length, Math.max(1, to)))
    setChosen(null)
  }

  async function save(questions: EditedQuestion[] | null) {
    const wrong = await edits.save(questions)
    if (wrong !== null) choose(wrong)
  }

  if (!edits.saved.isRead && edits.list.length === 0)
    return (
      <p>The pages of this paper are still being read. Its questions are here as soon as that is done.</p>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is undone is undone by a button, too
    <div
      className="grid gap-4"
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.shiftKey) return
        event.preventDefault()
        edits.undo()
      }}
    >
      <Conflict edits={edits} />
      <p className="max-w-[60ch]">
        <CountLine edits={edits} />{' '}
        <span className="text-quiet">
          Press a question to move where it begins or ends, or any other place to begin one there.
        </span>
      </p>
      <div className="question-editor">
        <div className="grid gap-2 content-start min-w-0">
          <PageChoice page={page} list={edits.list} pages={sizes.length} onTurn={turnTo} />
          <QuestionPage
            key={page}
            {...{ edits, page, base, chosen }}
            size={sizes[page - 1] ?? null}
            onChoose={setChosen}
          />
        </div>
        <section aria-label={`Questions on page ${page}`}>
          <QuestionFields {...{ edits, page, chosen }} onChoose={setChosen} />
        </section>
      </div>
      <Bar edits={edits} onSave={save} />
    </div>
  )
}

/** How many there are by now, and why that may be wrong. */
function CountLine({ edits: { list, saved } }: { edits: Edits }) {
  const doubt = reviewReasonOf({ stated: saved.stated, questions: list }, Number.POSITIVE_INFINITY)
  const count = `${list.length} ${list.length === 1 ? 'question' : 'questions'}`
  return (
    <strong role="status">
      {doubt && !(saved.isCorrected && list === saved.questions)
        ? `${list.length > 0 ? `${count}. ` : ''}${describeReviewReason(doubt)}`
        : `${count}.`}
    </strong>
  )
}

type ChoiceProps = {
  page: number
  pages: number
  list: readonly EditedQuestion[]
  onTurn: (page: number) => void
}

function PageChoice({ page, pages, list, onTurn }: ChoiceProps) {
  return (
    <div className="flex items-center gap-2">
      <IconButton
        Mark={ChevronLeft}
        name="Page before"
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      />
      <select
        className="input flex-1 min-w-0"
        aria-label="Page"
        value={page}
        onChange={({ target }) => onTurn(Number(target.value))}
      >
        {Array.from({ length: pages }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          <option key={at} value={at + 1}>
            Page {at + 1} of {pages}
            {saidOf(list, at + 1)}
          </option>
        ))}
      </select>
      <IconButton
        Mark={ChevronRight}
        name="Next page"
        disabled={page >= pages}
        onClick={() => onTurn(page + 1)}
      />
    </div>
  )
}

/** ": 7 to 12". */
function saidOf(list: readonly EditedQuestion[], page: number): string {
  const numbers = [...new Set(boxesOf(list, page).map(({ question }) => list[question]?.number))]
  if (numbers.length === 0) return ''
  return numbers.length === 1 ? `: ${numbers[0]}` : `: ${numbers[0]} to ${numbers.at(-1)}`
}

function Conflict({ edits }: { edits: Edits }) {
  const { theirs, keepMine, show } = edits
  if (!theirs) return null
  return (
    <div className="admin-sheet admin-note" role="alert">
      <p>
        These questions were changed elsewhere since you began. Nothing of yours is saved yet, and nothing was
        overwritten.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button button-small" onClick={keepMine}>
          Go on with mine
        </button>
        <button type="button" className="button button-line button-small" onClick={() => show(theirs)}>
          Take what was saved
        </button>
      </div>
    </div>
  )
}

function Bar({
  edits,
  onSave,
}: {
  edits: Edits
  onSave: (questions: EditedQuestion[] | null) => Promise<void>
}) {
  const { saved, list, isChanged, theirs, fault, isBusy, canUndo, undo, discard } = edits
  const isToConfirm = !isChanged && !saved.isCorrected
  return (
    <div className="question-save">
      <BusyButton
        className="button"
        busy={isBusy}
        disabled={theirs !== null || !(isChanged || isToConfirm)}
        onClick={() => void onSave(list)}
      >
        {isToConfirm ? (
          <>
            <Check className="size-5" aria-hidden="true" />
            It is right so
          </>
        ) : (
          'Save'
        )}
      </BusyButton>
      {canUndo && (
        <button type="button" className="button button-line" onClick={undo}>
          <Undo2 className="size-5" aria-hidden="true" />
          Undo
        </button>
      )}
      {isChanged && (
        <button type="button" className="button button-quiet" onClick={discard}>
          Discard
        </button>
      )}
      {saved.isCorrected && !isChanged && (
        <BusyButton className="button button-quiet" busy={isBusy} onClick={() => void onSave(null)}>
          Put back what was found
        </BusyButton>
      )}
      <p role="status" className={fault ? undefined : 'max-sm:sr-only'}>
        {fault ? (
          <strong className="field-error">{fault}</strong>
        ) : isChanged ? (
          'Not saved yet.'
        ) : (
          saidOfSaved(saved)
        )}
      </p>
    </div>
  )
}

function saidOfSaved({ isCorrected }: PaperQuestions): string {
  return isCorrected ? 'Corrected here: visitors see these.' : 'As they were found.'
}

/** Where the first number is missing, else where the first question is. */
function firstPage({ questions, doubt }: PaperQuestions): number {
  const missing = doubt?.missing[0]
  const after = questions.findIndex(({ number }) => Number(number) > Number(missing))
  const first = questions[Math.max(0, after)]
  return pageOf(first?.printings[0])
}
