import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstStepId,
  type Onboarding,
} from '#domain/onboarding/onboarding-steps.ts'
import { toastFailure } from '#web/ui/toasts.tsx'
import { cacheAnswer } from '../client/cache-answer.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError, failureOf } from '../client/call-error.ts'
import { ONBOARDING, ONBOARDING_QUERY } from '../client/onboarding-query.ts'

/** What is still a sample; asked again whenever a page that shows it is opened. */
export function useOnboarding(isOwner = true) {
  const cache = useQueryClient()
  const read = useQuery({ ...ONBOARDING_QUERY, enabled: isOwner })

  /** False where it could not be said. */
  async function tell(call: () => Promise<Onboarding>): Promise<boolean> {
    try {
      await cacheAnswer(cache, ONBOARDING, await call())
      return true
    } catch (error) {
      toastFailure(asCallError(error).message)
      return false
    }
  }

  return {
    steps: read.data?.steps ?? null,
    /** Undefined until it is read. */
    isNew: read.data?.isNew,
    failure: failureOf(read, 'What is still a sample could not be read. Check your connection.'),
    load: async () => (await read.refetch()).data?.steps ?? null,
    skip: (step: FirstStepId) =>
      tell(() => callAdmin((api) => api.onboarding[':step'].skip.$put({ param: { step } }))),
    takeUp: (step: FirstStepId) =>
      tell(() => callAdmin((api) => api.onboarding[':step'].skip.$delete({ param: { step } }))),
    putOff: () => tell(() => callAdmin((api) => api.onboarding.postponement.$put())),
  }
}

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
