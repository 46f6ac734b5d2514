import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type BundleKind, PICK_LIMIT, type PickedPaper, weightOf } from '#domain/bundles/picked.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { SaveList } from '../downloads/save-list.tsx'
import { BundleLinks, bundleProblem, SendList } from './bundle-links.tsx'
import { paperPicks, pickAll, pickedPapers, questionPicks } from './picked-papers.ts'
import { SomePagesForm } from './some-pages.tsx'
import './picked-bar.css'
import { inLanguage, withoutLanguage } from '#domain/language/languages.ts'
import { type PickedQuestion, pathOfPicked, WORKSHEET_LIMIT } from '#domain/questions/picked-question.ts'
import { documentLanguage, documentMessages } from '#web/language/messages-at.ts'

const STAYS_MS = 10_000

function ClearedPapers({ papers, onOver }: { papers: readonly PickedPaper[]; onOver: () => void }) {
  const m = useMessages()
  const [isHeld, setHeld] = useState(false)
  const undo = useRef<HTMLButtonElement>(null)
  // The button that cleared them is gone, and the keyboard's focus with it.
  useEffect(() => undo.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (isHeld) return
    const over = setTimeout(onOver, STAYS_MS)
    return () => clearTimeout(over)
  }, [isHeld, onOver])
  return (
    <section
      ref={makeRoomBelow}
      className="picked-bar picked-cleared"
      aria-label={m.picked_label()}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className="wrap">
        <p role="status">{m.picked_cleared({ count: papers.length })}</p>
        <button ref={undo} type="button" className="button button-line" onClick={() => pickAll(papers)}>
          {m.picked_undo()}
        </button>
        <button type="button" className="icon-button" aria-label={m.picked_dismiss()} onClick={onOver}>
          <Icon name="close" size={20} />
        </button>
      </div>
    </section>
  )
}

const COMING: Record<BundleKind, (m: Messages) => string> = {
  pdf: (m) => m.picked_pdf_coming(),
  zip: (m) => m.picked_zip_coming(),
}

export function PickedBar() {
  const papers = useStore(pickedPapers)
  const ticked = useStore(questionPicks.store)
  // They are the page.
  const questions = withoutLanguage(useLocation().pathname).startsWith('/worksheet/') ? [] : ticked
  const [cleared, setCleared] = useState<readonly PickedPaper[]>([])
  if (papers.length + questions.length > 0) {
    const clear = () => {
      setCleared(papers)
      paperPicks.clear()
    }
    return <Ways picked={papers} questions={questions} onClear={clear} />
  }
  return cleared.length > 0 && <ClearedPapers papers={cleared} onOver={() => setCleared([])} />
}

type WaysProps = {
  picked: readonly PickedPaper[]
  questions: readonly PickedQuestion[]
  onClear: () => void
}

function Ways({ picked, questions, onClear }: WaysProps) {
  const m = useMessages()
  const labels = useLabels()
  const refusals = useStore(paperPicks.refusals)
  const refusedQuestions = useStore(questionPicks.refusals)
  const [isOpen, setOpen] = useState(false)
  // By ids, so that both end when the selection changes.
  const [coming, setComing] = useState<{ ids: string; kind: BundleKind } | null>(null)
  const [shared, setShared] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const ids = picked.map(({ id }) => id).join(',')
  const sum = [
    picked.length > 0 && `${labels.papers(picked.length)} · ${sizeLabel(weightOf(picked).size)}`,
    questions.length > 0 && m.picked_questions_count({ count: questions.length }),
  ]
    .filter(Boolean)
    .join(', ')
  const note = noteOf()
  function noteOf() {
    if (refusals > 0 && picked.length === PICK_LIMIT) return m.picked_full({ count: PICK_LIMIT })
    if (refusedQuestions > 0 && questions.length === WORKSHEET_LIMIT)
      return m.picked_questions_full({ count: WORKSHEET_LIMIT })
    if (picked.length === 0) return null
    return coming?.ids === ids ? COMING[coming.kind](m) : bundleProblem(picked, m)
  }
  const looking = () => {
    setOpen(false)
    setShared('')
  }
  const close = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <section
      ref={makeRoomBelow}
      className="picked-bar"
      aria-label={m.picked_label()}
      data-open={isOpen || undefined}
      onKeyDown={close}
    >
      <div className="wrap">
        <p className="picked-sum">
          <Icon name="tick" />
          <b>{sum}</b>
        </p>
        <button
          ref={opener}
          type="button"
          className="picked-opener"
          aria-expanded={isOpen}
          aria-controls="picked-ways"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="tick" />
          <b>{sum}</b>
          <span>{isOpen ? m.picked_close() : m.picked_take()}</span>
          <Icon name="down" />
        </button>
        <div id="picked-ways" className="picked-ways">
          {questions.length > 0 && <QuestionWays questions={questions} onLook={looking} />}
          {picked.length > 0 && (
            <>
              <BundleLinks papers={picked} onTake={(kind) => setComing({ ids, kind })} />
              <button
                type="button"
                className="button button-line"
                aria-expanded={shared === ids}
                onClick={() => setShared(shared === ids ? '' : ids)}
              >
                {m.picked_share()}
              </button>
              <button
                type="button"
                className="action"
                aria-expanded={isChoosing}
                onClick={() => setChoosing(!isChoosing)}
              >
                <span className="sweeps">{m.picked_some_pages()}</span>
              </button>
              <Link className="action" to={`/list/picked?ids=${ids}`} onClick={looking}>
                <span className="sweeps">{m.picked_look()}</span>
              </Link>
              <button type="button" className="action" onClick={onClear}>
                <span className="sweeps">{m.picked_clear()}</span>
              </button>
              <SaveList papers={picked} />
            </>
          )}
        </div>
        {ids && shared === ids && <ShareLink key={ids} papers={picked} />}
        {ids && isChoosing && (
          <div className="picked-share">
            <SomePagesForm papers={picked} onTake={() => setComing({ ids, kind: 'pdf' })} />
          </div>
        )}
        <p role="status" className={note ? 'basis-full leading-[1.35] text-quiet text-pretty' : 'sr-only'}>
          {note ?? <Announcement sum={sum} />}
        </p>
      </div>
    </section>
  )
}

function QuestionWays({ questions, onLook }: { questions: readonly PickedQuestion[]; onLook: () => void }) {
  const m = useMessages()
  return (
    <>
      <Link className="button" to={pathOfPicked(questions)} onClick={onLook}>
        {m.worksheet_make()}
      </Link>
      <button type="button" className="action" onClick={questionPicks.clear}>
        <span className="sweeps">{m.picked_questions_clear()}</span>
      </button>
    </>
  )
}

/** Announced only after a pick in this tab, not when a page opens with older picks. */
function Announcement({ sum }: { sum: string }) {
  const m = useMessages()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (paperPicks.isChangedHere() || questionPicks.isChangedHere()) setSaid(m.picked_said({ sum }))
  }, [sum, m])
  return said
}

/** Publishes the closed bar's height, so that other fixed elements are above it. Returns the cleanup. */
function makeRoomBelow(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const follow = new ResizeObserver(() => {
    if (!bar.dataset.open) style.setProperty('--picked-height', `${bar.offsetHeight}px`)
  })
  follow.observe(bar)
  return () => {
    follow.disconnect()
    style.removeProperty('--picked-height')
  }
}

function ShareLink({ papers }: { papers: readonly PickedPaper[] }) {
  const m = useMessages()
  const labels = useLabels()
  const [list, setList] = useState<{ address: string } | { failed: string } | null>(null)
  useEffect(() => {
    const over = new AbortController()
    askForList(papers, over.signal).then(
      setList,
      () => over.signal.aborted || setList({ failed: documentMessages().picked_no_link() }),
    )
    return () => over.abort()
  }, [papers])
  if (!list) {
    return (
      <p role="status" className="basis-full leading-[1.35] text-quiet text-pretty">
        <span className="spinner" aria-hidden="true" /> {m.picked_making_link()}
      </p>
    )
  }
  if ('failed' in list) {
    return (
      <p role="alert" className="basis-full leading-[1.35] text-quiet text-pretty">
        {list.failed}
      </p>
    )
  }
  return (
    <div className="picked-share">
      <output className="font-semibold wrap-anywhere">{list.address.replace(/^https?:\/\//, '')}</output>
      <SendList title={titleOf(papers, m, labels)} address={list.address} copyNow />
    </div>
  )
}

async function askForList(papers: readonly PickedPaper[], signal: AbortSignal) {
  const answer = await fetch('/api/lists', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: papers.map(({ id }) => id) }),
    signal,
  })
  if (answer.status === 404) return { failed: documentMessages().picked_gone() }
  if (!answer.ok) return { failed: documentMessages().picked_no_link() }
  const { path } = (await answer.json()) as { path: string }
  return { address: location.origin + inLanguage(path, documentLanguage()) }
}

function titleOf(papers: readonly PickedPaper[], m: Messages, labels: Labels) {
  const [paper] = papers
  return paper && papers.length === 1
    ? labels.title(paper.title)
    : m.picked_to_practise({ count: papers.length })
}
