import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { fieldName } from '#domain/centre/field-names.ts'
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepId,
  openSteps,
} from '#domain/first-minutes/first-steps.ts'
import {
  completionOf,
  type OfContent,
  samplesIn,
  saysSampleWrongly,
} from '#domain/first-minutes/sample-values.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { fieldIn, readFocused } from '../site/fields/field-in.ts'
import { SeeThePage } from '../site/preview/see-the-page.tsx'
import { type PreviewSize, SitePreview } from '../site/preview/site-preview.tsx'
import { saidOf } from '../site/publish-changes.tsx'
import type { SiteDesk } from '../site/use-site.ts'
import { STEP_FIELDS } from './step-fields.tsx'
import type { useFirstMinutes } from './use-first-minutes.ts'

type StepProps = { step: FirstStep; desk: SiteDesk; told: ReturnType<typeof useFirstMinutes> }

/** One part of the site, with its way on: to publish it, or to leave it as it is. */
export function Step({ step: { id, isSample, isSkipped }, desk, told }: StepProps) {
  const [, setParameters] = useSearchParams()
  const [size, setSize] = useState<PreviewSize>('phone')
  const [note, setNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const heading = useFocusOnArrival()
  const latest = useRef(desk)
  latest.current = desk
  const { why, shown, isContent, Fields } = STEP_FIELDS[id]
  useContactsOfTheirOwn(desk)

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
      return setNote(field ? '' : `“${fieldName(wrong)}” is to be mended first, under Site.`)
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
    desk.changed.length > 0 && `${saidOf(desk.changed, 0)}${isContent ? '' : ' Publish it under Site.'}`
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
          busy={desk.isPublishing}
          disabled={desk.changed.length === 0 && !desk.isPublishing}
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
        {desk.note ? <strong className="field-error">{desk.note}</strong> : note || waiting}
      </p>
    </div>
  )
  return (
    <div className="site-beside" data-preview={size}>
      {isContent ? (
        <form
          ref={form}
          noValidate
          className="desk-sheet grid gap-5"
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
        <div className="desk-sheet grid gap-5">
          {fields}
          <Fields onDone={() => void done()} />
          {ways}
        </div>
      )}
      <SitePreview {...preview} />
    </div>
  )
}

/** Whether the step that is drawn next was gone on to, and not opened from the list. */
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
function useContactsOfTheirOwn({ typed, set }: SiteDesk) {
  const isWrong = typed !== undefined && saysSampleWrongly(typed)
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
