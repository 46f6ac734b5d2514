import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { sizeLabel } from '#domain/language/formats.ts'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import { Fault } from '#web/ui/field.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { type AnswerRow, rivalOf } from './answer-rows.ts'
import type { useAnswers } from './use-answers.ts'

function PaperLine({ paper }: { paper: AdminPaper }) {
  return (
    <span className="answer-paper" data-subject={paper.subject}>
      <span className="thumbnail">
        {paper.thumbnail && (
          <img src={paper.thumbnail} alt="" width={44} height={62} loading="lazy" decoding="async" />
        )}
      </span>
      <span className="min-w-0">
        <span
          className="block font-semibold leading-snug"
          lang={/\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined}
        >
          {paper.title}
        </span>
        <span className="block text-quiet text-sm leading-snug">
          {typeLabel(paper.type)} · {gradeLabel(paper.grade)}
          {paper.subject !== ALL_SUBJECTS && ` · ${paper.subject}`} · {paper.month} {paper.year}
          {' · '}
          <span className={paper.answers ? 'font-semibold text-ticked' : ''}>
            {ANSWERS[paper.answers ?? 'none']}
          </span>
        </span>
      </span>
    </span>
  )
}

const ANSWERS = { file: 'has answers', link: 'has a link to answers', none: 'no answers yet' }

const DEBOUNCE_MS = 250

type Found = { papers: AdminPaper[] } | { sentence: string } | null

function FindPaper({
  others,
  onChoose,
  onClose,
}: {
  others: AdminPaper[]
  onChoose: (paper: AdminPaper) => void
  onClose: () => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { found, busy, retry } = useSearch(typed)
  const visible = typed.trim() === '' ? others : found && 'papers' in found ? found.papers : []
  return (
    <div className="find-paper">
      <label htmlFor={id} className="mb-1 block font-semibold">
        Which paper?
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className="input"
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the field appears because it was asked for
          autoFocus
          autoComplete="off"
          placeholder="Title, class, year …"
          maxLength={SEARCH_TEXT_LIMIT}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        <button type="button" className="button button-line" onClick={onClose}>
          Close
        </button>
      </div>
      <p className="mt-2 min-h-6 text-quiet text-sm" role="status">
        {busy ? 'Looking …' : saidOf(typed, found, visible.length)}
      </p>
      {found && 'sentence' in found && (
        <button type="button" className="button button-line" onClick={retry}>
          Try again
        </button>
      )}
      <ul>
        {visible.map((paper) => (
          <li key={paper.id}>
            <button type="button" className="find-paper-choice" onClick={() => onChoose(paper)}>
              <PaperLine paper={paper} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function saidOf(typed: string, found: Found, count: number) {
  if (typed.trim() === '')
    return count > 0 ? 'These may be meant, too; or search.' : 'Type some words of its title.'
  if (!found) return ''
  if ('sentence' in found) return found.sentence
  return count === 0 ? 'No paper has all these words.' : ''
}

function useSearch(typed: string) {
  const [found, setFound] = useState<Found>(null)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const q = typed.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    let current = true
    setFound(null)
    setBusy(q !== '')
    const timer = setTimeout(async () => {
      if (q === '') return
      const answer = await searchPapers(q)
      if (!current) return
      setFound(answer)
      setBusy(false)
    }, DEBOUNCE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [q, round])
  return { found, busy, retry: () => setRound((count) => count + 1) }
}

async function searchPapers(q: string): Promise<Found> {
  try {
    const { papers } = await callAdmin((api) => api.papers.$get({ query: { q } }))
    return { papers: papers.toSorted((a, b) => Number(a.answers !== null) - Number(b.answers !== null)) }
  } catch (error) {
    const { status, message } = asCallError(error)
    return { sentence: status === 0 ? 'The papers could not be searched. Check your connection.' : message }
  }
}

type AnswersState = ReturnType<typeof useAnswers>

export function AnswerLine({ row, answers }: { row: AnswerRow; answers: AnswersState }) {
  const [finding, setFinding] = useState(false)
  const { key, file, state, paper, candidates } = row
  const fixed = answers.busy || state === 'attached'
  const others = candidates.map((candidate) => candidate.paper).filter(({ id }) => id !== paper?.id)
  return (
    <li className="answer-row" data-state={state} data-sure={row.sure || undefined}>
      <div className="answer-file">
        <p className="min-w-0 flex-1 leading-snug">
          <span className="font-semibold">{file.name}</span>{' '}
          <span className="whitespace-nowrap text-quiet text-sm">{sizeLabel(file.size)}</span>
        </p>
        <State row={row} />
        {!answers.busy && (
          <button
            type="button"
            className="grid place-items-center size-11 -my-1.5 -mr-2.5 ml-0 text-quiet hover:text-red"
            aria-label={`Take ${file.name} off this page`}
            onClick={() => answers.remove(key)}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {paper && <PaperLine paper={paper} />}
      {state === 'ready' && !paper && !row.unusable && !row.fault && (
        <p>No paper is like this name. Choose the one it belongs to.</p>
      )}
      <Fault sentence={row.fault} />
      <Doubt row={row} rows={answers.rows} />
      {state === 'ready' && !row.unusable && !finding && (
        <div className="answer-choice">
          {paper && (
            <label className="tick inline-flex gap-2.5 font-semibold cursor-pointer">
              <input
                type="checkbox"
                checked={row.ticked}
                disabled={fixed}
                onChange={(event) => answers.tick(key, event.target.checked)}
              />
              {paper.answers ? 'Replace the answers it has' : 'Attach to this paper'}
              <span className="sr-only">, {file.name}</span>
            </label>
          )}
          {!paper && row.fault && (
            <button type="button" className="button button-line" onClick={() => void answers.lookUp([key])}>
              Look again
            </button>
          )}
          <button
            type="button"
            className="button button-line"
            disabled={fixed}
            aria-label={`${paper ? 'Another paper' : 'Choose the paper'} for ${file.name}`}
            onClick={() => setFinding(true)}
          >
            {paper ? 'Another paper' : 'Choose the paper'}
          </button>
        </div>
      )}
      {finding && !fixed && (
        <FindPaper
          others={others}
          onClose={() => setFinding(false)}
          onChoose={(chosen) => {
            answers.choose(key, chosen)
            setFinding(false)
          }}
        />
      )}
      {state === 'sending' && (
        <progress
          className="meter"
          aria-label={`Sending ${file.name}`}
          max={1}
          value={row.sent < 1 ? row.sent : undefined}
        />
      )}
    </li>
  )
}

function Doubt({ row, rows }: { row: AnswerRow; rows: AnswerRow[] }) {
  if (row.state !== 'ready' || !row.paper || row.fault) return null
  const rival = rivalOf(row, rows)
  if (rival)
    return (
      <p className="border-l-3 border-l-mark pl-2.5 text-[0.9375rem]/[1.4]">
        “{rival.file.name}” is meant for this paper, too.
      </p>
    )
  if (row.paper.answers === 'file')
    return (
      <p className="border-l-3 border-l-mark pl-2.5 text-[0.9375rem]/[1.4]">
        This paper has an answers file already. Replace it, or leave it out.
      </p>
    )
  if (row.paper.answers === 'link')
    return (
      <p className="border-l-3 border-l-mark pl-2.5 text-[0.9375rem]/[1.4]">
        This paper has a link to answers already. The file would go before it.
      </p>
    )
  return null
}

function State({ row: { state, sure, paper, unusable } }: { row: AnswerRow }) {
  if (state === 'matching')
    return (
      <span className="answer-state">
        <span className="spinner" aria-hidden="true" /> Looking for its paper
      </span>
    )
  if (state === 'waiting') return <span className="answer-state">Waiting</span>
  if (state === 'sending')
    return (
      <span className="answer-state">
        <span className="spinner" aria-hidden="true" /> Sending
      </span>
    )
  if (state === 'attached')
    return (
      <span className="answer-state text-ticked border-2 rounded-sm py-0 px-2 -rotate-3 uppercase tracking-[0.04em]">
        Attached
      </span>
    )
  if (unusable || !paper) return null
  return (
    <span className={`answer-state ${sure ? 'text-ticked' : 'px-2 bg-mark text-on-mark'}`}>
      {sure ? 'Sure' : 'Doubtful'}
    </span>
  )
}
