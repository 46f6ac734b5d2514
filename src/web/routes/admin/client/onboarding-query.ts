import { callAdmin } from './call-admin.ts'

export const FIRST_MINUTES = ['first-minutes'] as const

/** What is still a sample or said in English alone; asked again whenever a page that shows it is opened. */
export const FIRST_MINUTES_QUERY = {
  queryKey: FIRST_MINUTES,
  queryFn: () => callAdmin((api) => api['first-minutes'].$get()),
  refetchOnMount: 'always',
} as const
