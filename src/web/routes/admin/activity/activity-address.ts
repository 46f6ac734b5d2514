import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { COVERAGES, type CoverageOf, PERIODS, type Period } from '#domain/activity/activity.ts'
import { SCHOOL_GRADES, type SchoolGrade } from '#domain/paper/paper.ts'
import type { CallOptions } from '../client/call-admin.ts'
import { failureOf } from '../client/call-error.ts'

export type ClassShown = SchoolGrade | 'all'

export type ActivityAsk = {
  days: Period
  paper: string
  of: CoverageOf
  grade: ClassShown
  allYears: boolean
}

export function useActivityAddress() {
  const [parameters] = useSearchParams()
  const hrefOf = useCallback(
    (change: Record<string, string>) => {
      const search = new URLSearchParams(parameters)
      for (const [name, value] of Object.entries(change)) {
        if (value === '') search.delete(name)
        else search.set(name, value)
      }
      return `/admin/activity${search.size > 0 ? `?${search}` : ''}`
    },
    [parameters],
  )
  return { ask: readAsk(parameters), hrefOf }
}

/** Invalid values fall back to the first choice. */
function readAsk(parameters: URLSearchParams): ActivityAsk {
  const value = (name: string) => parameters.get(name) ?? ''
  const paper = value('paper')
  return {
    days: PERIODS.find((days) => String(days) === value('days')) ?? PERIODS[0],
    paper: /^[a-z0-9-]{1,40}$/.test(paper) ? paper : '',
    of: COVERAGES.find((of) => of === value('of')) ?? (COVERAGES[0] as CoverageOf),
    grade:
      [...SCHOOL_GRADES, 'all' as const].find((grade) => grade === value('class')) ??
      (SCHOOL_GRADES[0] as SchoolGrade),
    allYears: value('years') === 'all',
  }
}

/** Keeps the previous data while new data loads. */
export function useActivity<Data>(key: unknown[], ask: (options: CallOptions) => Promise<Data>) {
  const read = useQuery({
    queryKey: ['activity', ...key],
    queryFn: ({ signal }) => ask({ signal }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(read, 'This could not be read. Check your connection.')
  return { data: read.data, failure, busy: read.isFetching, again: () => void read.refetch() }
}
