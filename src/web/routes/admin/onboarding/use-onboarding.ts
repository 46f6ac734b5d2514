import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FirstStepId, Onboarding } from '#domain/onboarding/onboarding-steps.ts'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { failureOf } from '../client/failure-of.ts'
import { FIRST_MINUTES, FIRST_MINUTES_QUERY } from '../client/onboarding-query.ts'

/** What is still a sample; asked anew whenever a page that shows it is opened. */
export function useOnboarding(isOwner = true) {
  const cache = useQueryClient()
  const read = useQuery({ ...FIRST_MINUTES_QUERY, enabled: isOwner })

  /** False where it could not be said. */
  async function tell(call: () => Promise<Onboarding>): Promise<boolean> {
    try {
      cache.setQueryData(FIRST_MINUTES, await call())
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
      tell(() => callAdmin((api) => api['first-minutes'][':step'].skip.$put({ param: { step } }))),
    takeUp: (step: FirstStepId) =>
      tell(() => callAdmin((api) => api['first-minutes'][':step'].skip.$delete({ param: { step } }))),
    putOff: () => tell(() => callAdmin((api) => api['first-minutes'].postponement.$put())),
  }
}
