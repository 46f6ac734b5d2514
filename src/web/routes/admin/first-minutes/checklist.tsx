import { Link } from 'react-router'
import type { FirstStep, FirstStepId } from '#domain/first-minutes/first-steps.ts'
import { Sideways } from '../sideways.tsx'
import { StepState } from './step-state.tsx'

/** One line on a phone, which scrolls to the step that is open. */
export function Checklist({ steps, current }: { steps: FirstStep[]; current: FirstStepId | null }) {
  return (
    <nav aria-label="First minutes" className="min-w-0">
      <Sideways chosen="[aria-current]" changed={current}>
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
      </Sideways>
    </nav>
  )
}
