import { fieldLabel } from '#domain/centre/field-names.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { ruleOf } from '../field-rules.ts'
import { useFault, useSiteDesk } from './site-desk.ts'

type FieldProps = {
  path: string
  label?: string
  hint?: string
  /** Brings what was typed into the form that is kept, when the field is left. */
  read?: (typed: string) => string
} & Pick<React.ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'>

export function TextField({
  path,
  label = fieldLabel(path),
  hint = ruleOf(path),
  read,
  ...input
}: FieldProps) {
  const { value, set, leave, isPublishing } = useSiteDesk()
  const typed = String(value(path) ?? '')
  return (
    <Field label={label} error={useFault(path)} hint={hint}>
      {(field) => (
        <input
          autoComplete="off"
          {...input}
          {...field}
          name={path}
          className="input"
          value={typed}
          readOnly={isPublishing}
          onChange={(event) => set(path, event.target.value)}
          onBlur={() => {
            const better = read?.(typed)
            if (better !== undefined && better !== typed) set(path, better)
            else leave(path)
          }}
        />
      )}
    </Field>
  )
}

/** Kept as a number as soon as it is one. */
export function NumberField({ path }: { path: string }) {
  const { value, set, leave } = useSiteDesk()
  return (
    <Field label={fieldLabel(path)} error={useFault(path)} hint={ruleOf(path)}>
      {(field) => (
        <input
          {...field}
          name={path}
          className="input"
          inputMode="numeric"
          autoComplete="off"
          value={String(value(path) ?? '')}
          onChange={(event) => set(path, numberOf(event.target.value))}
          onBlur={() => leave(path)}
        />
      )}
    </Field>
  )
}

function numberOf(text: string) {
  const bare = text.replace(/[\s,]/g, '')
  return /^\d{1,15}$/.test(bare) ? Number(bare) : text
}

export function AreaField({ path, rows = 2 }: { path: string; rows?: number }) {
  const { value, set, leave } = useSiteDesk()
  const text = String(value(path) ?? '')
  return (
    <Area
      path={path}
      rows={rows}
      text={text}
      onType={(typed) => set(path, typed)}
      onLeave={() => leave(path)}
    />
  )
}

/** A list of texts, one on each line. */
export function LinesField({ path, rows }: { path: string; rows: number }) {
  const { value, set, leave } = useSiteDesk()
  const lines = value(path) as string[]
  const tidy = () => {
    const filled = lines.map((line) => line.trim()).filter(Boolean)
    if (filled.join('\n') !== lines.join('\n')) set(path, filled)
    else leave(path)
  }
  return (
    <Area
      path={path}
      rows={rows}
      text={lines.join('\n')}
      onType={(typed) => set(path, typed.split('\n'))}
      onLeave={tidy}
    />
  )
}

type AreaOptions = {
  path: string
  rows: number
  text: string
  onType(typed: string): void
  onLeave(): void
}

function Area({ path, rows, text, onType, onLeave }: AreaOptions) {
  return (
    <Field label={fieldLabel(path)} error={useFault(path)} hint={ruleOf(path)}>
      {(field) => (
        <textarea
          {...field}
          name={path}
          rows={rows}
          className="input site-area"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}

export function ChoiceField({
  path,
  options,
  empty,
}: {
  path: string
  options: [value: string, text: string][]
  empty?: string
}) {
  const { value, set } = useSiteDesk()
  return (
    <Choice
      label={fieldLabel(path)}
      value={String(value(path) ?? '')}
      error={useFault(path)}
      hint={ruleOf(path)}
      empty={empty}
      options={options}
      onChange={(chosen) => set(path, chosen || undefined)}
    />
  )
}

/** A day of India, or none. */
export function DayField({ path }: { path: string }) {
  const { value, set, leave } = useSiteDesk()
  return (
    <Field label={fieldLabel(path)} error={useFault(path)} hint={ruleOf(path)}>
      {(field) => (
        <input
          {...field}
          type="date"
          name={path}
          className="input"
          value={String(value(path) ?? '')}
          onChange={(event) => set(path, event.target.value || undefined)}
          onBlur={() => leave(path)}
        />
      )}
    </Field>
  )
}

export function TickField({ path, label = fieldLabel(path) }: { path: string; label?: string }) {
  const { value, set } = useSiteDesk()
  const hint = ruleOf(path)
  return (
    <div>
      <label className="tick">
        <input
          type="checkbox"
          name={path}
          checked={value(path) === true}
          onChange={(event) => set(path, event.target.checked)}
        />
        <span className="font-semibold">{label}</span>
      </label>
      {hint && <p className="text-quiet text-sm">{hint}</p>}
    </div>
  )
}
