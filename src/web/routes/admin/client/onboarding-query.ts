import { callAdmin } from './call-admin.ts'

export const ONBOARDING = ['onboarding'] as const

/** What is still a sample or said in English alone; asked again whenever a page that shows it is opened. */
export const ONBOARDING_QUERY = {
  queryKey: ONBOARDING,
  queryFn: () => callAdmin((api) => api.onboarding.$get()),
  refetchOnMount: 'always',
} as const
