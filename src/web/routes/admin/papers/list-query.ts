import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { LAST_PAGE } from '#domain/lists/paper-lists.ts'
import { ADMIN_SHOWS, ADMIN_SORTS, type AdminShow, type AdminSort } from '#domain/paper/admin-paper.ts'
import {
  GRADES,
  type Grade,
  PAPER_TYPES,
  type PaperType,
  SUBJECTS,
  type Subject,
} from '#domain/paper/paper.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'

/** '' means all, and for `sort` the usual order (see `usualSort`). `edit` is the id of the open paper. */
export type ListQuery = {
  q: string
  type: PaperType | ''
  grade: Grade | ''
  subject: Subject | ''
  year: string
  show: AdminShow | ''
  sort: AdminSort | ''
  page: number
  edit: string
}

export const SHOW_LABELS: Record<AdminShow, string> = {
  'no-answers': 'no answers',
  'no-thumbnail': 'no thumbnail',
  questions: 'questions need a look',
  samples: 'samples',
  hidden: 'hidden',
  binned: 'bin',
}
export const SORT_LABELS: Record<AdminSort, string> = {
  best: 'Best match',
  newest: 'Newest',
  added: 'Added last',
  changed: 'Changed last',
  title: 'Title',
  views: 'Most viewed',
}
const EVERYTHING: ListQuery = {
  q: '',
  type: '',
  grade: '',
  subject: '',
  year: '',
  show: '',
  sort: '',
  page: 1,
  edit: '',
}
const FILTERS = ['q', 'type', 'grade', 'subject', 'year', 'show'] as const
export type FilterName = (typeof FILTERS)[number]

/** Invalid values fall back to "all". */
export function readAsk(parameters: URLSearchParams): ListQuery {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === parameters.get(name)) ?? ''
  const year = parameters.get('year') ?? ''
  const page = parameters.get('page') ?? ''
  const edit = parameters.get('edit') ?? ''
  const q = [...(parameters.get('q') ?? '').replace(/\p{Cc}+/gu, ' ').trim()]
    .slice(0, SEARCH_TEXT_LIMIT)
    .join('')
  return {
    q,
    type: oneOf('type', PAPER_TYPES),
    grade: oneOf('grade', GRADES),
    subject: oneOf('subject', SUBJECTS),
    year: /^(19|20)\d\d$/.test(year) ? year : '',
    show: oneOf('show', ADMIN_SHOWS),
    sort: oneOf('sort', sortsFor(q)),
    page: /^[1-9]\d{0,4}$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    edit: /^[a-z0-9-]{1,40}$/.test(edit) ? edit : '',
  }
}

/** The default order: best match for a search. */
export function usualSort(q: string): AdminSort {
  return q === '' ? 'newest' : 'best'
}

export function sortsFor(q: string): AdminSort[] {
  return ADMIN_SORTS.filter((sort) => sort !== usualSort(q) && sort !== 'best')
}

/** Leaves out defaults, but not the sort of a search. */
export function searchOf(ask: ListQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(ask))) if (value) search.set(name, value)
  if (ask.q && !ask.sort) search.set('sort', usualSort(ask.q))
  if (ask.edit) search.set('edit', ask.edit)
  return search.size > 0 ? `?${search}` : ''
}

export function queryOf(ask: ListQuery) {
  return { ...filtersOf(ask), sort: ask.sort || undefined, page: ask.page > 1 ? String(ask.page) : undefined }
}

export function filtersOf({ q, type, grade, subject, year, show }: ListQuery) {
  return {
    q: q || undefined,
    type: type || undefined,
    grade: grade || undefined,
    subject: subject || undefined,
    year: year || undefined,
    show: show || undefined,
  }
}

/** Back to page 1 with no paper open, unless `change` says otherwise. */
export function askFor(ask: ListQuery, change: Partial<ListQuery>): ListQuery {
  const next = { ...ask, page: 1, edit: '', ...change }
  return next.sort === usualSort(next.q) ? { ...next, sort: '' } : next
}

/** Keeps the sort, and the bin. */
export function withoutFilters(ask: ListQuery): ListQuery {
  return {
    ...EVERYTHING,
    sort: ask.sort === usualSort('') ? '' : ask.sort,
    show: ask.show === 'binned' ? ask.show : '',
  }
}

/** In words; the bin is a place and not a filter. */
export function activeFilters(ask: ListQuery): { name: FilterName; label: string }[] {
  const labels: Record<FilterName, string> = {
    q: ask.q && `“${ask.q}”`,
    type: ask.type && typeLabel(ask.type),
    grade: ask.grade && gradeLabel(ask.grade),
    subject: ask.subject,
    year: ask.year,
    show: ask.show === '' || ask.show === 'binned' ? '' : SHOW_LABELS[ask.show],
  }
  return FILTERS.filter((name) => labels[name]).map((name) => ({ name, label: labels[name] }))
}

/** Pushes an address, or replaces it while typing. */
export type Go = (change: (now: ListQuery) => ListQuery, options?: { replace?: boolean }) => void

/** Pending changes count before the address has followed, so that two quick choices are both kept. */
export function useAddress(): { ask: ListQuery; go: Go } {
  const location = useLocation()
  const cause = useNavigationType()
  const navigate = useNavigate()
  const [pending, setPending] = useState<ListQuery | null>(null)
  const inAddress = useMemo(() => readAsk(new URLSearchParams(location.search)), [location.search])
  const ask = pending ?? inAddress
  const latest = useRef(ask)
  latest.current = ask

  const times = useRef(0)

  const go = useCallback<Go>(
    (change, { replace = false } = {}) => {
      const next = change(latest.current)
      latest.current = next
      times.current += 1
      setPending(next)
      const state = { asked: times.current }
      void navigate({ search: searchOf(next) }, { replace, preventScrollReset: true, state })
    },
    [navigate],
  )

  // An earlier navigation of `go` is ignored; any other one, and "back", replaces the pending state.
  useEffect(() => {
    const asked = cause === 'POP' ? undefined : location.state?.asked
    if (asked === undefined || asked >= times.current) setPending(null)
  }, [location, cause])
  return { ask, go }
}
