import {
  ALL_SUBJECTS,
  DEGREES,
  findDegree,
  MONTHS,
  needsSubject,
  SUBJECTS,
  TITLE_LIMIT,
  yearChoices,
} from '#domain/catalogue/paper.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import type { FieldName, PaperFields } from './paper-fields.ts'
import type { Fault } from './use-paper-form.ts'

type FieldsetProps = {
  fields: PaperFields
  fault: Fault | null
  busy: boolean
  now: Date
  answersAreFile: boolean
  change: (name: FieldName, value: string) => void
}

/** Every field of a paper, each with what is wrong with it. */
export function PaperFieldset({ fields, fault, busy, now, answersAreFile, change }: FieldsetProps) {
  const errorOf = (name: string) => (fault?.field === name ? fault.sentence : undefined)
  const degree = findDegree(fields.degree)
  return (
    <fieldset disabled={busy} className="grid gap-4">
      <Field label="Title" error={errorOf('title')}>
        {(field) => (
          <input
            {...field}
            className="input"
            value={fields.title}
            maxLength={TITLE_LIMIT}
            onChange={(event) => change('title', event.target.value)}
          />
        )}
      </Field>
      <div className="four">
        <Choice
          label="Degree"
          value={fields.degree}
          error={errorOf('degree')}
          onChange={(value) => change('degree', value)}
          options={DEGREES.map(({ slug, name }) => [slug, name])}
        />
        <Choice
          label="Subject"
          value={fields.subject === ALL_SUBJECTS ? '' : fields.subject}
          error={errorOf('subject')}
          empty={degree && !needsSubject(degree) ? 'All subjects' : 'Choose …'}
          onChange={(value) => change('subject', value || ALL_SUBJECTS)}
          options={SUBJECTS.map((subject) => [subject, subject])}
        />
        <Choice
          label="Month"
          value={fields.month}
          error={errorOf('month')}
          onChange={(value) => change('month', value)}
          options={MONTHS.map((month) => [month, month])}
        />
        <Choice
          label="Year"
          value={fields.year}
          error={errorOf('year')}
          onChange={(value) => change('year', value)}
          options={yearChoices(now).map((year) => [String(year), String(year)])}
        />
      </div>
      <Field
        label="Reference Link (optional)"
        error={errorOf('referenceLink')}
        hint={
          answersAreFile
            ? 'The answers are an uploaded PDF. Remove it below to set a link.'
            : 'Where the answers are: an address that begins with https://'
        }
      >
        {(field) => (
          <input
            {...field}
            className="input"
            type="url"
            inputMode="url"
            disabled={answersAreFile}
            value={fields.referenceLink}
            onChange={(event) => change('referenceLink', event.target.value)}
          />
        )}
      </Field>
      {fault && !(fault.field && fault.field in fields) && (
        <p className="field-error" role="alert">
          {fault.sentence}
        </p>
      )}
    </fieldset>
  )
}
