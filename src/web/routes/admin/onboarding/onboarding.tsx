import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepId,
  openSteps,
} from '#domain/onboarding/onboarding-steps.ts'
import { LoadFailed } from '../load-failed.tsx'
import { SiteEditorContext } from '../site/field-language.ts'
import { DraftNote, EditConflict, saidOf } from '../site/publish-changes.tsx'
import { type SiteEditor, useSite } from '../site/use-site.ts'
import { adminMeta } from '../titles-and-toasts.ts'
import { StepState, useOnboarding } from './use-onboarding.tsx'
import '../site/site.css'
import './onboarding.css'
import { flushSync } from 'react-dom'
import { fieldName } from '#domain/centre/field-names.ts'
import {
  completionOf,
  isWronglyMarkedSample,
  type OfContent,
  samplesIn,
} from '#domain/onboarding/sample-values.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { HorizontalScroll } from '../horizontal-scroll.tsx'
import { fieldIn, readFocused } from '../site/field-rules.ts'
import { type PreviewSize, SeeThePage, SitePreview } from '../site/site-preview.tsx'
import { STEP_FIELDS } from './step-fields.tsx'

type StepProps = { step: FirstStep; editor: SiteEditor; told: ReturnType<typeof useOnboarding> }

/** One part of the site, with its way on: to publish it, or to leave it as it is. */
function Step({ step: { id, isSample, isSkipped }, editor, told }: StepProps) {
  const [, setParameters] = useSearchParams()
  const [size, setSize] = useState<PreviewSize>('phone')
  const [note, setNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const heading = useFocusOnArrival()
  const latest = useRef(editor)
  latest.current = editor
  const { why, shown, isContent, Fields } = STEP_FIELDS[id]
  useContactsOfTheirOwn(editor)

  /** To the next that is open after this one, or else the first. */
  function goOn(steps: FirstStep[]) {
    const open = openSteps(steps).filter((each) => each.id !== id)
    const later = open.find((each) => placeOf(each.id) > placeOf(id)) ?? open[0]
    arrives.byStep = true
    setParameters(later ? { step: later.id } : {}, { replace: true, preventScrollReset: true })
  }

  async function publish() {
    readFocused(form.current)
    const completion = latest.current.typed && completionOf(latest.current.typed, id)
    if (completion) flushSync(() => latest.current.set(...completion))
    const wrong = await latest.current.publish()
    if (wrong !== null) {
      const field = fieldIn(form.current, wrong)
      field?.focus()
      return setNote(field ? '' : `“${fieldName(wrong)}” must be corrected first, under Site.`)
    }
    const steps = await told.load()
    const isDone = steps?.some((each) => each.id === id && !each.isSample)
    if (steps && isDone) return goOn(steps)
    const isPublished = latest.current.changed.length === 0
    // Whoever said when the slides open has seen what they say.
    if (isPublished && id === 'slides') return await skip()
    const [left] = (isContentStep(id) && latest.current.typed && samplesIn(latest.current.typed, id)) || []
    if (left) fieldIn(form.current, left)?.focus()
    setNote(
      `${isPublished ? 'Published. ' : ''}${left ? `“${fieldName(left)}”` : 'This'} is still the sample. Change it, or skip this step.`,
    )
  }

  async function done() {
    const steps = await told.load()
    if (steps) goOn(steps)
  }

  async function skip() {
    if (!(await told.skip(id)) || !told.steps) return
    goOn(told.steps.map((each) => (each.id === id ? { ...each, isSkipped: true } : each)))
  }

  // One draft for all: what was typed elsewhere goes live with this step.
  const waiting =
    editor.changed.length > 0 && `${saidOf(editor.changed, 0)}${isContent ? '' : ' Publish it under Site.'}`
  const fields = (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-[1.375rem]">
        {nameOf(id)}
      </h2>
      <p className="text-quiet">{why}</p>
    </>
  )
  const preview = { size, onSize: setSize, group: id, shown }
  const ways = (
    <div className="step-ways">
      {isContent && (
        <BusyButton
          className="button"
          type="submit"
          busy={editor.isPublishing}
          disabled={editor.changed.length === 0 && !editor.isPublishing}
        >
          Publish and go on
        </BusyButton>
      )}
      {isSample && !isSkipped && (
        <button type="button" className="button button-line" onClick={() => void skip()}>
          {id === 'promises' ? 'All of it is true' : 'Skip'}
        </button>
      )}
      {isSkipped && (
        <button type="button" className="button button-line" onClick={() => void told.takeUp(id)}>
          Take it up again
        </button>
      )}
      {!isSample && (
        <button type="button" className="button button-line" onClick={() => void done()}>
          Go on
        </button>
      )}
      <SeeThePage {...preview} />
      <p role="status" className="text-quiet text-sm">
        {editor.note ? <strong className="field-error">{editor.note}</strong> : note || waiting}
      </p>
    </div>
  )
  return (
    <div className="site-split" data-preview={size}>
      {isContent ? (
        <form
          ref={form}
          noValidate
          className="admin-sheet grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void publish()
          }}
        >
          {fields}
          <Fields onDone={() => void done()} />
          {ways}
        </form>
      ) : (
        <div className="admin-sheet grid gap-5">
          {fields}
          <Fields onDone={() => void done()} />
          {ways}
        </div>
      )}
      <SitePreview {...preview} />
    </div>
  )
}

/** Whether the step that is rendered next was gone on to, and not opened from the list. */
const arrives = { byStep: false }

/** What had the focus is gone with the step before. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrives.byStep) heading.current?.focus()
    arrives.byStep = false
  }, [])
  return heading
}

/** Once no contact is a sample, the pages say no more that they are. */
function useContactsOfTheirOwn({ typed, set }: SiteEditor) {
  const isWrong = typed !== undefined && isWronglyMarkedSample(typed)
  const tell = useRef(set)
  tell.current = set
  useEffect(() => {
    if (isWrong) tell.current('contacts.sample', false)
  }, [isWrong])
}

function isContentStep(id: FirstStepId): id is OfContent {
  return STEP_FIELDS[id].isContent && id !== 'languages'
}

function placeOf(id: FirstStepId) {
  return FIRST_STEPS.findIndex((step) => step.id === id)
}

function nameOf(id: FirstStepId) {
  return FIRST_STEPS[placeOf(id)]?.name ?? ''
}

export const meta = adminMeta('Setup')

/** From the sample to the centre's own: one small step after another, with the page as it will be next to it. */
export default function OnboardingPage() {
  const editor = useSite()
  const told = useOnboarding()
  const { steps } = told
  const [searchParams] = useSearchParams()
  const open = steps ? openSteps(steps) : []
  // The step that it began with stays open when it is done, until its own button goes on.
  const begun = useRef<FirstStepId>(undefined)
  begun.current ??= open[0]?.id
  const shown = searchParams.get('step') ?? (open.length > 0 ? begun.current : null)
  const step = steps?.find(({ id }) => id === shown) ?? null
  const failure = told.failure ?? (editor.published ? null : editor.failure)
  const isRead = steps !== null && editor.published !== null
  return (
    <div className="ruled grid gap-5">
      <div className="admin-head">
        <h1>Setup</h1>
        {steps && open.length > 0 && (
          <p className="text-quiet">
            {steps.length - open.length} of {steps.length} steps done
          </p>
        )}
      </div>
      {failure && (
        <LoadFailed
          sentence={failure}
          onRetry={() => {
            void told.load()
            editor.load()
          }}
        />
      )}
      {!isRead && !failure && (
        <div role="status" className="admin-sheet skeleton h-96">
          <span className="sr-only">Reading what is still a sample …</span>
        </div>
      )}
      {isRead && open.length === 0 && <AllDone />}
      {isRead && (
        <SiteEditorContext value={editor}>
          <Checklist steps={steps} current={step?.id ?? null} />
          <DraftNote editor={editor} />
          <EditConflict editor={editor} />
          {step && <Step key={step.id} step={step} editor={editor} told={told} />}
        </SiteEditorContext>
      )}
    </div>
  )
}

function AllDone() {
  return (
    <p className="admin-sheet admin-note" role="status">
      <span>
        <strong>Nothing here is a sample any more, or you chose to keep it.</strong> All of it can be changed
        again under Site.
      </span>
      <Link className="action" to="/">
        <span className="sweeps">See the site</span>
      </Link>
    </p>
  )
}

/** One line on a phone, which scrolls to the step that is open. */
function Checklist({ steps, current }: { steps: FirstStep[]; current: FirstStepId | null }) {
  return (
    <nav aria-label="Setup" className="min-w-0">
      <HorizontalScroll chosen="[aria-current]" changed={current}>
        <ol className="checklist">
          {steps.map((step) => (
            <li key={step.id}>
              <Link
                to={`?step=${step.id}`}
                replace
                preventScrollReset
                aria-current={step.id === current ? 'step' : undefined}
              >
                <StepState step={step} />
              </Link>
            </li>
          ))}
        </ol>
      </HorizontalScroll>
    </nav>
  )
}
