import { Check, Minus } from 'lucide-react'
import { FIRST_STEPS, type FirstStep } from '#domain/onboarding/onboarding-steps.ts'

/** A step's box, ticked or struck, and its name. */
export function StepState({ step: { id, isSample, isSkipped } }: { step: FirstStep }) {
  const said = !isSample ? 'done' : isSkipped ? 'skipped' : 'still a sample'
  return (
    <>
      <span className="checklist-box" data-state={said}>
        {!isSample && <Check aria-hidden="true" className="size-4" strokeWidth={3} />}
        {isSample && isSkipped && <Minus aria-hidden="true" className="size-4" strokeWidth={3} />}
        <span className="sr-only">{said}: </span>
      </span>
      {FIRST_STEPS.find((each) => each.id === id)?.name}
    </>
  )
}
