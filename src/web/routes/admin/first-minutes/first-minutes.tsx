import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type FirstStepId, openSteps } from '#domain/first-minutes/first-steps.ts'
import { deskHead } from '../desk-head.ts'
import { LoadFailed } from '../load-failed.tsx'
import { SiteDeskContext } from '../site/fields/site-desk.ts'
import { ChangedMeanwhile, DraftNote } from '../site/publish-changes.tsx'
import { useSite } from '../site/use-site.ts'
import { Checklist } from './checklist.tsx'
import { Step } from './step.tsx'
import { useFirstMinutes } from './use-first-minutes.ts'
import '../site/site.css'
import './first-minutes.css'

export const meta = deskHead('First minutes')

/** From the sample to the centre's own: one small step after another, with the page as it will be beside it. */
export default function FirstMinutesPage() {
  const desk = useSite()
  const told = useFirstMinutes()
  const { steps } = told
  const [asked] = useSearchParams()
  const open = steps ? openSteps(steps) : []
  // The step that it began with stays open when it is done, until its own button goes on.
  const begun = useRef<FirstStepId>(undefined)
  begun.current ??= open[0]?.id
  const shown = asked.get('step') ?? (open.length > 0 ? begun.current : null)
  const step = steps?.find(({ id }) => id === shown) ?? null
  const failure = told.failure ?? (desk.published ? null : desk.failure)
  const isRead = steps !== null && desk.published !== null
  return (
    <div className="ruled grid gap-5">
      <div className="desk-head">
        <h1>First minutes</h1>
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
            desk.load()
          }}
        />
      )}
      {!isRead && !failure && (
        <div role="status" className="desk-sheet skeleton h-96">
          <span className="sr-only">Reading what is still a sample …</span>
        </div>
      )}
      {isRead && open.length === 0 && <AllDone />}
      {isRead && (
        <SiteDeskContext value={desk}>
          <Checklist steps={steps} current={step?.id ?? null} />
          <DraftNote desk={desk} />
          <ChangedMeanwhile desk={desk} />
          {step && <Step key={step.id} step={step} desk={desk} told={told} />}
        </SiteDeskContext>
      )}
    </div>
  )
}

function AllDone() {
  return (
    <p className="desk-sheet desk-note" role="status">
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
