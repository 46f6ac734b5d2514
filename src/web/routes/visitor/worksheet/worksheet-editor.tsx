import { useId, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { sizeLabel } from '#domain/language/formats.ts'
import { inLanguage } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'
import { sitPath } from '#domain/sitting/sitting-paper.ts'
import {
  inSet,
  LONGEST_TEXT,
  packWorksheet,
  SETS,
  SPACES,
  type Space,
  totalsOf,
  type WorksheetForm,
  worksheetPath,
} from '#domain/worksheets/worksheet.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { NO_TEST, testAddress } from '../lists/test-address.ts'
import { SendList } from '../picked/bundle-links.tsx'
import { lastTest } from '../picked/picked-papers.ts'
import type { WorksheetData, WorksheetQuestion } from './worksheet-data.ts'
import './worksheet.css'
import { WorksheetPreview } from './worksheet-preview.tsx'

/** A worksheet: what it is, the ways to take it, how it is printed, and the sheet itself, on which its questions are ordered. */
export function WorksheetEditor({
  form,
  questions: linked,
  lost,
  pagesOnly,
  ofClass,
  origin,
}: WorksheetData) {
  const m = useMessages()
  const labels = useLabels()
  const language = useLanguage()
  const [questions, setQuestions] = useState(linked)
  const shown = questions.map((question) => ({ ...question, marks: question.linked.marks ?? question.marks }))
  const code = packWorksheet(questions.map((question) => question.linked))
  const { marks, unknown, minutes } = totalsOf(shown)
  const time = form.minutes ?? minutes
  const counted = m.picked_questions_count({ count: questions.length })
  const minutesLabel = m.worksheet_minutes({ count: time ?? 0 })
  const answered = questions.filter(({ isAnswered }) => isAnswered).length
  const isInOrder = form.set === null || form.set === 'A'
  function change(next: WorksheetQuestion[]) {
    setQuestions(next)
    const path = worksheetPath(packWorksheet(next.map((question) => question.linked)), form)
    // What is ordered is known here: the page need not ask for it again.
    history.replaceState(history.state, '', inLanguage(path, language))
  }
  const sits = sitPath({ id: code, worksheet: worksheetPath(code, form) })
  const taken = questions.map(({ paperId, linked: { id } }) => ({ paperId, id }))
  const take = () => lastTest.set(taken)
  const fileIn = (kind: 'pdf' | 'docx') =>
    `${worksheetPath(code, form, kind)}${language === 'en' ? '' : `&lang=${language}`}`
  return (
    <>
      <header className="worksheet-head">
        <h1>{m.worksheet_heading()}</h1>
        <p className="text-quiet text-xl text-balance" role="status">
          {marks > 0 && time ? m.worksheet_sum({ questions: counted, marks, time: minutesLabel }) : counted}
        </p>
        {unknown > 0 && <p className="text-quiet">{m.worksheet_unknown_marks({ count: unknown })}</p>}
        {lost.map((sentence) => (
          <p key={sentence} className="worksheet-lost">
            {sentence}
          </p>
        ))}
        <div className="flex flex-wrap items-center gap-3 mt-4">
          <a className="button" href={fileIn('pdf')} rel="noopener nofollow" target="_blank" onClick={take}>
            {m.worksheet_take_pdf()}
          </a>
          <a className="button button-line" href={fileIn('docx')} rel="nofollow" onClick={take}>
            {m.worksheet_take_docx()}
          </a>
          <button
            type="button"
            className="button button-line noscript:hidden"
            onClick={() => {
              take()
              window.print()
            }}
          >
            {m.worksheet_print()}
          </button>
          {answered > 0 && (
            <a
              className="button button-line"
              href={`${fileIn('pdf')}&of=answers`}
              rel="noopener nofollow"
              target="_blank"
            >
              {m.worksheet_take_answers({ count: answered, questions: questions.length })}
            </a>
          )}
          <Link className="button button-line" to={sits}>
            {m.sit_worksheet()}
          </Link>
          <Link className="action" to={`${sits}#class`}>
            <span className="sweeps">{m.class_heading()}</span>
          </Link>
          {pagesOnly && (
            <a className="action" href={pagesOnly.address} rel="nofollow">
              <span className="sweeps">
                {m.picked_questions_pages()}:{' '}
                {m.part_weight({ pages: labels.pages(pagesOnly.pages), size: sizeLabel(pagesOnly.size) })}
              </span>
            </a>
          )}
          <Link className="action" to="/questions">
            <span className="sweeps">{m.worksheet_more()}</span>
          </Link>
          <Link
            className="action"
            to={testAddress('/questions/suggest', ofClass, { ...NO_TEST, not: taken })}
          >
            <span className="sweeps">{m.worksheet_suggest()}</span>
          </Link>
        </div>
        <WorksheetFields
          key={JSON.stringify(form)}
          form={form}
          path={inLanguage(`/worksheet/${code}`, language)}
          suggested={minutes}
        />
        <div className="mt-4 [&>p]:text-quiet">
          <p>{m.worksheet_share()}</p>
          <SendList
            title={form.title || m.worksheet_heading()}
            address={origin + inLanguage(worksheetPath(code, form), language)}
          />
        </div>
      </header>
      <WorksheetPreview
        form={form}
        questions={inSet(shown, form)}
        totals={{ marks, minutes: time }}
        change={isInOrder ? (next) => change(next.map(withPaperMarks)) : null}
      />
    </>
  )

  /** As they came: `marks` are the paper's, those given by hand are in the link. */
  function withPaperMarks(question: WorksheetQuestion): WorksheetQuestion {
    const own = linked.find(
      ({ linked: { serial, id } }) => serial === question.linked.serial && id === question.linked.id,
    )
    return { ...question, marks: own?.marks ?? null }
  }
}

type FieldsProps = { form: WorksheetForm; path: string; suggested: number | null }

/** A form that works without scripts; with them what is chosen counts at once. */
function WorksheetFields({ form, path, suggested }: FieldsProps) {
  const m = useMessages()
  const submit = useSubmit()
  const soon = ({ target, currentTarget }: React.FormEvent<HTMLFormElement>) => {
    const isTick = target instanceof HTMLInputElement && target.type === 'checkbox'
    if (isTick || target instanceof HTMLSelectElement)
      void submit(currentTarget, { replace: true, preventScrollReset: true })
  }
  return (
    <Form method="get" action={path} className="worksheet-form" onChange={soon} replace preventScrollReset>
      <Field name="title" label={m.worksheet_title_field()} value={form.title} />
      <Field name="class" label={m.worksheet_class_field()} value={form.className} />
      <Field name="date" label={m.worksheet_date_field()} value={form.date} />
      <Field
        name="time"
        label={m.worksheet_time_field()}
        value={form.minutes ?? ''}
        hint={suggested}
        isNumber
      />
      <Choice name="columns" label={m.worksheet_columns_field()} value={String(form.columns)}>
        <option value="1">{m.worksheet_one_column()}</option>
        <option value="2">{m.worksheet_two_columns()}</option>
      </Choice>
      <Choice name="space" label={m.worksheet_space_field()} value={form.space}>
        {SPACES.map((space) => (
          <option key={space} value={space}>
            {SPACE_NAMES[space](m)}
          </option>
        ))}
      </Choice>
      <Choice name="sheet" label={m.worksheet_sheet_field()} value={form.sheet}>
        <option value="a4">{m.worksheet_a4()}</option>
        <option value="legal">{m.worksheet_legal()}</option>
      </Choice>
      <Choice name="set" label={m.worksheet_set_field()} value={form.set ?? ''}>
        <option value="">{m.worksheet_set_none()}</option>
        {SETS.map((letter) => (
          <option key={letter} value={letter}>
            {m.worksheet_set({ letter })}
          </option>
        ))}
      </Choice>
      {form.set !== null && <Field name="seed" label={m.worksheet_seed_field()} value={form.seed} isNumber />}
      <div className="worksheet-ticks">
        <Tick name="sources" value="on" label={m.worksheet_sources_field()} isOn={form.hasSources} />
        <Tick name="unmarked" value="on" label={m.worksheet_unmarked_field()} isOn={!form.hasMarks} />
        <Tick
          name="languages"
          value="all"
          label={m.worksheet_languages_field()}
          isOn={form.hasAllLanguages}
        />
      </div>
      <button type="submit" className="button button-line">
        {m.worksheet_apply()}
      </button>
    </Form>
  )
}

const SPACE_NAMES: Record<Space, (m: Messages) => string> = {
  none: (m) => m.worksheet_space_none(),
  blank: (m) => m.worksheet_space_blank(),
  lines: (m) => m.worksheet_space_lines(),
}

type FieldProps = {
  name: string
  label: string
  value: string | number
  hint?: number | null
  isNumber?: boolean
}

function Field({ name, label, value, hint, isNumber = false }: FieldProps) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        name={name}
        defaultValue={value}
        autoComplete="off"
        maxLength={isNumber ? 4 : LONGEST_TEXT}
        inputMode={isNumber ? 'numeric' : undefined}
        placeholder={hint ? String(hint) : undefined}
      />
    </p>
  )
}

function Choice({
  name,
  label,
  value,
  children,
}: {
  name: string
  label: string
  value: string
  children: React.ReactNode
}) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" name={name} defaultValue={value}>
        {children}
      </select>
    </p>
  )
}

function Tick({ name, value, label, isOn }: { name: string; value: string; label: string; isOn: boolean }) {
  return (
    <label>
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} /> {label}
    </label>
  )
}
