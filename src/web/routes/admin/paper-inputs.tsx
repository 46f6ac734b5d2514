import {
  ALL_SUBJECTS,
  DEGREES,
  findDegree,
  MONTHS,
  needsSubject,
  SUBJECTS,
  TITLE_LIMIT,
  yearChoices,
} from '#domain/paper/paper.ts'
import { VARIANT_LIMIT } from '#domain/paper/variant.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { otherStates, ownState } from '#web/state-boards.ts'
import { Choice, Field } from '#web/ui/forms/field.tsx'

type InputProps = { value: string; error?: string; onChange: (value: string) => void }
type Placed = { degree: string; subject: string; month: string; year: string }

export function TitleInput({ value, error, hint, onChange }: InputProps & { hint?: string }) {
  return (
    <Field label="Title" error={error} hint={hint}>
      {(field) => (
        <input
          {...field}
          className="input"
          value={value}
          maxLength={TITLE_LIMIT}
          data-mark={hint && 'check'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** No subject is an empty text. */
export function PlaceInputs({
  fields,
  now,
  errorOf,
  hintOf = () => undefined,
  isOfAll = false,
  change,
}: {
  fields: Placed
  now: Date
  errorOf: (name: string) => string | undefined
  /** Of a field that is filled in and not sure. */
  hintOf?: (name: string) => string | undefined
  /** Of a class, and of all its subjects: it may stay so. */
  isOfAll?: boolean
  change: (name: keyof Placed, value: string) => void
}) {
  const degree = findDegree(fields.degree)
  return (
    <>
      <Choice
        label="Degree"
        value={fields.degree}
        error={errorOf('degree')}
        hint={hintOf('degree')}
        isMarked={hintOf('degree') !== undefined}
        onChange={(value) => change('degree', value)}
        options={DEGREES.map(({ slug, name }) => [slug, name])}
      />
      <Choice
        label="Subject"
        value={fields.subject === ALL_SUBJECTS ? '' : fields.subject}
        error={errorOf('subject')}
        disabled={!degree}
        hint={degree ? hintOf('subject') : 'Choose the degree first.'}
        isMarked={hintOf('subject') !== undefined}
        empty={isOfAll || (degree && !needsSubject(degree)) ? 'All subjects' : 'Choose …'}
        onChange={(value) => change('subject', value)}
        options={SUBJECTS.map((subject) => [subject, subject])}
      />
      <Choice
        label="Month"
        value={fields.month}
        error={errorOf('month')}
        hint={hintOf('month')}
        isMarked={hintOf('month') !== undefined}
        onChange={(value) => change('month', value)}
        options={MONTHS.map((month) => [month, month])}
      />
      <Choice
        label="Year"
        value={fields.year}
        error={errorOf('year')}
        hint={hintOf('year')}
        isMarked={hintOf('year') !== undefined}
        onChange={(value) => change('year', value)}
        options={yearChoices(currentYear(now)).map((year) => [String(year), String(year)])}
      />
    </>
  )
}

/** The board only where there is one to choose: of a State Board. */
export function VariantInputs({
  fields,
  errorOf,
  hintOf = () => undefined,
  change,
}: {
  fields: { degree: string; variant: string; board: string }
  errorOf: (name: string) => string | undefined
  hintOf?: (name: string) => string | undefined
  change: (name: 'variant' | 'board', value: string) => void
}) {
  const own = ownState(useCentre())
  return (
    <>
      <Field
        label="Variant (optional)"
        error={errorOf('variant')}
        hint={hintOf('variant') ?? 'What tells it apart from others of its exam: Standard, Set 3'}
      >
        {(field) => (
          <input
            {...field}
            className="input"
            data-mark={hintOf('variant') && 'check'}
            value={fields.variant}
            maxLength={VARIANT_LIMIT}
            onChange={(event) => change('variant', event.target.value)}
          />
        )}
      </Field>
      {findDegree(fields.degree)?.type === 'state' && (
        <Choice
          label="Board"
          value={fields.board}
          error={errorOf('board')}
          hint={hintOf('board')}
          isMarked={hintOf('board') !== undefined}
          empty={own}
          onChange={(value) => change('board', value)}
          options={otherStates(own).map((state) => [state, state])}
        />
      )}
    </>
  )
}

/** `asleep`: why no link can be typed. */
export function ReferenceLinkInput({ value, error, onChange, asleep }: InputProps & { asleep?: string }) {
  return (
    <Field
      label="Reference Link (optional)"
      error={error}
      hint={asleep ?? 'Where the answers are: an address that begins with https://'}
    >
      {(field) => (
        <input
          {...field}
          className="input"
          type="url"
          inputMode="url"
          disabled={asleep !== undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
