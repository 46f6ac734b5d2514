import { useRef } from 'react'
import { Link } from 'react-router'
import type { FirstStep, FirstStepId } from '#domain/first-minutes/first-steps.ts'
import { useSideways } from '../use-sideways.ts'
import { StepState } from './step-state.tsx'

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
              <StepState step={step} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
