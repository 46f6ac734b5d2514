import { FILED_NAMES, type FieldName, hasField, PAPER_FIELDS } from '#domain/paper/form-fields.ts'
import { ALL_SUBJECTS, DEGREES, findDegree, needsSubject, yearChoices } from '#domain/paper/paper.ts'
import { VARIANT_FIELD_NAMES, VARIANT_FIELDS, type VariantFieldName } from '#domain/paper/paper-fields.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { Choice, Field } from '#web/ui/field.tsx'

/** What a field can be chosen from, without the centre's `own` state; nothing of a text. */
export function optionsOf(name: FieldName, now: Date, own: string): [value: string, text: string][] {
  if (name === 'degree') return DEGREES.map(({ slug, name }) => [slug, name])
  if (name === 'year') return yearChoices(currentYear(now)).map((year) => [String(year), String(year)])
  const values = PAPER_FIELDS[name].values ?? []
  return values.filter((value) => value !== own).map((value) => [value, value])
}

type InputProps = { value: string; error?: string; onChange: (value: string) => void }
type InputsProps<Name extends FieldName> = {
  fields: Record<Name | 'degree', string>
  now: Date
  errorOf: (name: string) => string | undefined
  /** Of a field that is filled in and not sure. */
  hintOf?: (name: string) => string | undefined
  change: (name: Name, value: string) => void
}

export function TitleInput({ value, error, hint, onChange }: InputProps & { hint?: string }) {
  return (
    <Field label={PAPER_FIELDS.title.label} error={error} hint={hint}>
      {(field) => (
        <input
          {...field}
          className="input"
          value={value}
          maxLength={PAPER_FIELDS.title.limit}
          data-mark={hint && 'check'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** No subject is an empty text. */
export function PlaceInputs({
  isOfAll = false,
  ...props
}: InputsProps<(typeof FILED_NAMES)[number]> & {
  /** Of a class, and of all its subjects: it may stay so. */
  isOfAll?: boolean
}) {
  const degree = findDegree(props.fields.degree)
  return FILED_NAMES.map((name) => (
    <ChoiceOf
      key={name}
      name={name}
      {...props}
      {...(name === 'subject' && {
        isOff: degree === undefined,
        hint: degree ? undefined : 'Choose the degree first.',
        empty: isOfAll || (degree && !needsSubject(degree)) ? 'All subjects' : 'Choose …',
      })}
    />
  ))
}

/** The board only where there is one to choose: of a State Board. */
export function VariantFieldInputs(props: InputsProps<VariantFieldName>) {
  const { fields, errorOf, hintOf = () => undefined, change } = props
  const own = ownState(useCentre())
  return VARIANT_FIELD_NAMES.filter((name) => hasField(fields.degree, name)).map((name) => {
    const { formLabel, label, values, hint, limit } = VARIANT_FIELDS[name]
    if (values) return <ChoiceOf key={name} name={name} {...props} empty={emptyOf(name, own)} />
    return (
      <Field key={name} label={formLabel ?? label} error={errorOf(name)} hint={hintOf(name) ?? hint}>
        {(field) => (
          <input
            {...field}
            className="input"
            data-mark={hintOf(name) && 'check'}
            value={fields[name]}
            maxLength={limit}
            onChange={(event) => change(name, event.target.value)}
          />
        )}
      </Field>
    )
  })
}

/** What no choice means: of a board the centre's own, of a kind a question paper, of the syllabus what its date says. */
export function emptyOf(name: FieldName, own: string): string {
  if (name === 'syllabus') return 'By its date'
  if (name === 'kind') return 'Question paper'
  return name === 'board' ? own : '–'
}

type ChoiceOfProps<Name extends FieldName> = InputsProps<Name> & {
  name: Name
  isOff?: boolean
  hint?: string
  empty?: string
}

function ChoiceOf<Name extends FieldName>({
  name,
  fields,
  now,
  errorOf,
  hintOf = () => undefined,
  change,
  isOff,
  hint,
  empty,
}: ChoiceOfProps<Name>) {
  const own = ownState(useCentre())
  return (
    <Choice
      label={PAPER_FIELDS[name].label}
      value={fields[name] === ALL_SUBJECTS ? '' : fields[name]}
      error={errorOf(name)}
      disabled={isOff}
      hint={hint ?? hintOf(name)}
      isMarked={hintOf(name) !== undefined}
      empty={empty}
      onChange={(value) => change(name, value)}
      options={optionsOf(name, now, own)}
    />
  )
}

/** `asleep`: why no link can be typed. */
export function ReferenceLinkInput({ value, error, onChange, asleep }: InputProps & { asleep?: string }) {
  const { label, formLabel = label } = PAPER_FIELDS.referenceLink
  return (
    <Field
      label={formLabel}
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
