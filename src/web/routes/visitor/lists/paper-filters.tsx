import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { PaperFilter } from '#domain/catalogue/filter.ts'
import { GRADES, gradeLabel, PAPER_TYPES, SUBJECTS, typeLabel } from '#domain/catalogue/paper.ts'
import { useShowList } from './use-show-list.ts'

type Choice = {
  name: 'type' | 'grade' | 'subject' | 'year'
  label: string
  options: [value: string, text: string][]
}

/** The filters of a list, kept in its address. They act at once; without JavaScript, by their button. */
export function PaperFilters({
  filter,
  years,
  q,
  hidden = [],
}: {
  filter: PaperFilter
  years: number[]
  q: string
  hidden?: Choice['name'][]
}) {
  const show = useShowList()
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useRef(false)
  useEffect(() => {
    if (!form.current) return
    const differing = [...form.current.querySelectorAll('select')].filter(
      (select) => select.value !== String(filter[select.name as keyof PaperFilter] ?? ''),
    )
    // Somebody may choose before the page is awake; later, back and forward bring other filters into the address.
    if (!hydrated.current && differing.length > 0) show(form.current)
    else for (const select of differing) select.value = String(filter[select.name as keyof PaperFilter] ?? '')
    hydrated.current = true
  }, [filter, show])
  const choices = choicesOf(years).filter((choice) => !hidden.includes(choice.name))
  return (
    <Form
      ref={form}
      className="mt-2 flex flex-wrap items-stretch gap-2 md:mt-3 md:gap-3"
      autoComplete="off"
      onChange={(event) => show(event.currentTarget)}
    >
      {q && <input type="hidden" name="q" value={q} />}
      {choices.map(({ name, label, options }) => (
        <label key={name} className="choice">
          <span>{label}</span>
          <select className="input" name={name} defaultValue={filter[name] ?? ''}>
            <option value="">All</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      <noscript>
        <button type="submit" className="button button-line">
          Apply
        </button>
      </noscript>
    </Form>
  )
}

function choicesOf(years: number[]): Choice[] {
  return [
    { name: 'type', label: 'Board or exam', options: PAPER_TYPES.map((type) => [type, typeLabel(type)]) },
    { name: 'grade', label: 'Class', options: GRADES.map((grade) => [grade, gradeLabel(grade)]) },
    { name: 'subject', label: 'Subject', options: SUBJECTS.map((subject) => [subject, subject]) },
    { name: 'year', label: 'Year', options: years.map((year) => [String(year), String(year)]) },
  ]
}
