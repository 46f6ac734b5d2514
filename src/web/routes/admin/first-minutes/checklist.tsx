import { Check, Minus } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { FIRST_STEPS, type FirstStep, type FirstStepId } from '#domain/first-minutes/first-steps.ts'
import { useSideways } from '../use-sideways.ts'

/** One line on a phone, which scrolls to the step that is open. */
export function Checklist({ steps, current }: { steps: FirstStep[]; current: FirstStepId | null }) {
  const line = useRef<HTMLElement>(null)
  useSideways(line, '[aria-current]', current ?? '')
  return (
    <nav ref={line} aria-label="First minutes" className="sideways">
      <ol className="checklist">
        {steps.map((step) => (
          <li key={step.id}>
            <Link
              to={`?step=${step.id}`}
              replace
              preventScrollReset
              aria-current={step.id === current ? 'step' : undefined}
            >
              <State step={step} />
              {FIRST_STEPS.find(({ id }) => id === step.id)?.name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function State({ step: { isSample, isSkipped } }: { step: FirstStep }) {
  const said = !isSample ? 'done' : isSkipped ? 'skipped' : 'still a sample'
  return (
    <span className="checklist-box" data-state={said}>
      {!isSample && <Check aria-hidden="true" className="size-4" strokeWidth={3} />}
      {isSample && isSkipped && <Minus aria-hidden="true" className="size-4" strokeWidth={3} />}
      <span className="sr-only">{said}: </span>
    </span>
  )
}
