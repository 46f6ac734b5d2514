import { Dialog } from '@base-ui/react/dialog'
import { SlidersHorizontal, X } from 'lucide-react'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import { DESK_SHOWS } from '#domain/paper/desk-paper.ts'
import { GRADES, PAPER_TYPES, SUBJECTS, yearChoices } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import type { Go } from './desk-address.ts'
import {
  askFor,
  type DeskAsk,
  SHOW_LABELS,
  SORT_LABELS,
  sortsFor,
  standingFilters,
  usualSort,
} from './desk-address.ts'

type FiltersProps = { ask: DeskAsk; go: Go; now: Date }

export function ListFilters({ said, ...filters }: FiltersProps & { said: string }) {
  const { ask } = filters
  const standing = standingFilters(ask).filter(({ name }) => name !== 'q').length
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
        options={DESK_SHOWS.map((show) => [show, capital(SHOW_LABELS[show])])}
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
