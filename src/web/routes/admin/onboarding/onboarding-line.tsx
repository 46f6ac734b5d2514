import { Link } from 'react-router'
import { type FirstStep, openSteps } from '#domain/onboarding/onboarding-steps.ts'
import './onboarding.css'

/** Beside the heading of the desk, whose height it keeps, until nothing is a sample any more. */
export function OnboardingLine({ steps }: { steps: FirstStep[] }) {
  const open = openSteps(steps).length
  if (open === 0) return null
  return (
    <p className="first-minutes-line">
      <Link className="action" to="/admin/first-minutes">
        <span className="sweeps">
          Setup: {steps.length - open} of {steps.length} steps
        </span>
      </Link>
    </p>
  )
}
