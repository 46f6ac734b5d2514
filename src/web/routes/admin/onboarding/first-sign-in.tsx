import { Link } from 'react-router'
import { FIRST_STEP_IDS, type FirstStep } from '#domain/onboarding/onboarding-steps.ts'
import { StepState } from './step-state.tsx'
import './onboarding.css'

/** What every new site begins with, before it is read which papers came with it. */
const ALL_SAMPLES: FirstStep[] = FIRST_STEP_IDS.map((id) => ({ id, isSample: true, isSkipped: false }))

type FirstSignInProps = { steps: FirstStep[] | null; onLater: () => void }

/** The checklist on top of the desk of a site that nobody has made their own yet. */
export function FirstSignIn({ steps, onLater }: FirstSignInProps) {
  return (
    <section aria-labelledby="first-sign-in" className="desk-sheet first-sign-in">
      <div className="grid gap-1">
        <h2 id="first-sign-in" className="text-[1.375rem]">
          Make it yours
        </h2>
        <p className="max-w-[72ch] text-quiet text-pretty">
          What the site says is a sample. Each of these takes a minute, with the page beside it.
        </p>
      </div>
      <ol className="checklist">
        {(steps ?? ALL_SAMPLES).map((step) => (
          <li key={step.id}>
            <Link to={`/admin/first-minutes?step=${step.id}`}>
              <StepState step={step} />
            </Link>
          </li>
        ))}
      </ol>
      <p className="flex gap-3">
        <Link className="button" to="/admin/first-minutes">
          Begin
        </Link>
        <button type="button" className="button button-line" onClick={onLater}>
          Later
        </button>
      </p>
    </section>
  )
}
