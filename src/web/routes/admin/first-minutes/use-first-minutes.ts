import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FirstStepId } from '#domain/first-minutes/first-steps.ts'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { failureOf } from '../client/failure-of.ts'

export const FIRST_MINUTES = ['first-minutes'] as const

/** What is still a sample; asked anew whenever a page that shows it is opened. */
export function useFirstMinutes() {
  const cache = useQueryClient()
  const read = useQuery({
    queryKey: FIRST_MINUTES,
    queryFn: () => callAdmin((api) => api['first-minutes'].$get()),
    refetchOnMount: 'always',
  })

  /** False where it could not be said. */
  async function change(step: FirstStepId, isSkipped: boolean): Promise<boolean> {
    try {
      const told = await callAdmin((api) => {
        const skip = api['first-minutes'][':step'].skip
        return isSkipped ? skip.$put({ param: { step } }) : skip.$delete({ param: { step } })
      })
      cache.setQueryData(FIRST_MINUTES, told)
      return true
    } catch (error) {
      toastFailure(asCallError(error).message)
      return false
    }
  }

  return {
    steps: read.data?.steps ?? null,
    failure: failureOf(read, 'What is still a sample could not be read. Check your connection.'),
    load: async () => (await read.refetch()).data?.steps ?? null,
    skip: (step: FirstStepId) => change(step, true),
    takeUp: (step: FirstStepId) => change(step, false),
  }
}
