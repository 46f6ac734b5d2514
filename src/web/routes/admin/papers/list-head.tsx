// Longer than other files: search, filters and the count above the list speak of the same question to it.
import { Dialog } from '@base-ui/react/dialog'
import { EyeOff, Search, SlidersHorizontal, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { BIN_DAYS } from '#domain/bin/bin-days.ts'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import { ADMIN_SHOWS } from '#domain/paper/admin-paper.ts'
import { GRADES, PAPER_TYPES, SUBJECTS, yearChoices } from '#domain/paper/paper.ts'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import { currentYear } from '#domain/time/india-time.ts'
import {
  activeFilters,
  askFor,
  type FilterName,
  type Go,
  type ListQuery,
  SHOW_LABELS,
  SORT_LABELS,
  searchOf,
  sortsFor,
  usualSort,
  withoutFilters,
} from './list-query.ts'
import type { PapersPage } from './use-papers-list.ts'

type FiltersProps = { ask: ListQuery; go: Go; now: Date }

export function ListFilters({ said, ...filters }: FiltersProps & { said: string }) {
  const { ask } = filters
  const standing = activeFilters(ask).filter(({ name }) => name !== 'q').length
  return (
    <>
      <div className="choice-lines max-lg:hidden">
        <Choices {...filters} />
      </div>
      <Dialog.Root>
        <Dialog.Trigger className="open-choices button button-line px-3 md:min-h-13 md:px-5 lg:hidden">
          <SlidersHorizontal className="size-5" aria-hidden="true" />
          Filters{standing > 0 && ` (${standing})`}
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="dialog from-below">
            <div className="flex items-start justify-between">
              <Dialog.Title className="mb-4 text-2xl">Filters</Dialog.Title>
              <Dialog.Close className="icon-button -mt-2.5 -mr-2" aria-label="Close the filters">
                <X className="size-5" aria-hidden="true" />
              </Dialog.Close>
            </div>
            <div className="grid grid-cols-[1fr_1fr] gap-2 md:grid-cols-3">
              <Choices {...filters} />
            </div>
            <Dialog.Close className="button mt-5 w-full">Show {said}</Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function Choices({ ask, go, now }: FiltersProps) {
  const own = (name: 'type' | 'grade' | 'subject' | 'year' | 'show' | 'sort') => ({
    value: ask[name],
    onChange: (value: string) => go((now) => askFor(now, { [name]: value })),
  })
  return (
    <>
      <FilterChoice
        label="Board or exam"
        {...own('type')}
        options={PAPER_TYPES.map((type) => [type, typeLabel(type)])}
      />
      <FilterChoice
        label="Class"
        {...own('grade')}
        options={GRADES.map((grade) => [grade, gradeLabel(grade)])}
      />
      <FilterChoice
        label="Subject"
        {...own('subject')}
        options={SUBJECTS.map((subject) => [subject, subject])}
      />
      <FilterChoice
        label="Year"
        {...own('year')}
        options={yearChoices(currentYear(now)).map((year) => [String(year), String(year)])}
      />
      <FilterChoice
        label="Show"
        {...own('show')}
        options={ADMIN_SHOWS.map((show) => [show, capital(SHOW_LABELS[show])])}
      />
      <FilterChoice
        label="Sort"
        {...own('sort')}
        empty={SORT_LABELS[usualSort(ask.q)]}
        options={sortsFor(ask.q).map((sort) => [sort, SORT_LABELS[sort]])}
      />
    </>
  )
}

function FilterChoice({
  label,
  value,
  options,
  onChange,
  empty = 'All',
}: {
  label: string
  value: string
  options: [value: string, text: string][]
  onChange: (value: string) => void
  empty?: string
}) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{empty}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const DEBOUNCE_MS = 250

export function PaperSearch({ ask, go, busy }: { ask: ListQuery; go: Go; busy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(ask.q)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(ask.q)
  useSlash(input)

  // Back, forward and removed filters bring another search into the address: the field follows.
  useEffect(() => {
    if (ask.q === sent.current) return
    clearTimeout(pause.current)
    sent.current = ask.q
    setTyped(ask.q)
  }, [ask.q])
  useEffect(() => () => clearTimeout(pause.current), [])

  function search(text: string) {
    clearTimeout(pause.current)
    const q = text.trim()
    if (q === sent.current) return
    sent.current = q
    go((now) => askFor(now, { q }), { replace: true })
  }

  function change(text: string) {
    setTyped(text)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => search(text), DEBOUNCE_MS)
  }

  return (
    <search>
      <form
        className="paper-search"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        {busy ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Search className="size-5" aria-hidden="true" />
        )}
        <input
          ref={input}
          type="search"
          className="input"
          aria-label="Search the uploaded papers"
          aria-keyshortcuts="/"
          placeholder="Title, class, year …"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_TEXT_LIMIT}
          value={typed}
          onChange={(event) => change(event.target.value)}
        />
        <span className="slash" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  )
}

/** "/" focuses the search, unless something is being typed or a dialog is open. */
function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      const busy = at.closest?.(
        'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]',
      )
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || busy) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [input])
}

type LineProps = { ask: ListQuery; go: Go }
type CountProps = LineProps & {
  list: PapersPage
  shown: number
  total: number
  /** Chooses all that is shown; first in the line, which heads the register. False on a phone, where the bar has it. */
  choose: React.ReactNode
  children: React.ReactNode
}

export function CountLine({ list, shown, total, choose, children, ...line }: CountProps) {
  const inBin = line.ask.show === 'binned'
  return (
    <div className={shown > 0 ? 'count-line register-head' : 'count-line'}>
      {choose}
      <p role="status" data-short={!(inBin || list.more) || undefined}>
        {describeCount(list, shown, total, inBin)}
      </p>
      {shown > 0 && <TakeOff {...line} />}
      {children}
      {list.hidden > 0 && line.ask.show === '' && (
        <Link
          className="action gap-1.5"
          to={searchOf(askFor(line.ask, { show: 'hidden' }))}
          preventScrollReset
        >
          <EyeOff className="size-4.5 max-sm:hidden" aria-hidden="true" />
          <span className="sweeps">Hidden ({list.hidden.toLocaleString('en-IN')})</span>
        </Link>
      )}
      {inBin ? (
        <Link
          className="action"
          to={searchOf({ ...withoutFilters(line.ask), show: '' }) || '?'}
          preventScrollReset
        >
          <span className="sweeps">Back to the papers</span>
        </Link>
      ) : list.binned === 0 ? (
        <span className="bin-empty">
          <Trash2 className="size-4.5" aria-hidden="true" />
          Bin (0)
        </span>
      ) : (
        <Link
          className="action gap-1.5"
          to={searchOf({ ...withoutFilters(line.ask), show: 'binned' })}
          preventScrollReset
        >
          <Trash2 className="size-4.5 max-sm:hidden" aria-hidden="true" />
          <span className="sweeps">Bin ({list.binned.toLocaleString('en-IN')})</span>
        </Link>
      )}
    </div>
  )
}

export function TakeOff({ ask, go }: LineProps) {
  const standing = activeFilters(ask)
  if (standing.length === 0) return null
  const without = (name: FilterName) => go((now) => askFor(now, { [name]: '' }))
  return (
    <ul className="take-off" aria-label="Filters">
      {standing.map(({ name, label }) => (
        <li key={name}>
          <button type="button" onClick={() => without(name)} aria-label={`Take off ${label}`}>
            <span>{label}</span>
            <X className="size-4" aria-hidden="true" />
          </button>
        </li>
      ))}
      {standing.length > 1 && (
        <li>
          <button type="button" data-all onClick={() => go(withoutFilters)}>
            Take all off
          </button>
        </li>
      )}
    </ul>
  )
}

/** "1–12 of 4,310 papers": "12 of" read as if they were picked. */
export function describeCount(list: PapersPage, shown: number, total: number, inBin: boolean): string {
  const all = `${list.more ? 'more than ' : ''}${total.toLocaleString('en-IN')}`
  const papers = total === 1 ? 'paper' : 'papers'
  const before = (list.page - 1) * PAGE_SIZE
  const [first, last] = [before + 1, before + shown].map((at) => at.toLocaleString('en-IN'))
  const part = shown === 0 ? '0' : `${first}–${last}`
  const counted = shown === total && !list.more ? `${all} ${papers}` : `${part} of ${all} ${papers}`
  return inBin ? `${counted} in the bin, each kept ${BIN_DAYS} days` : counted
}
