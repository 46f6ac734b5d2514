import type { ComponentProps } from 'react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { Choice, Field } from '#web/ui/field.tsx'
import { useFault, useFieldPlace, useIsFirst, useSiteEditor } from './field-language.ts'
import { ruleOf } from './field-rules.ts'

type FieldProps = {
  path: string
  label?: string
  hint?: string
  /** Brings what was typed into the form that is kept, when the field is left. */
  read?: (typed: string) => string
} & Pick<React.ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'>

export function TextField({
  path: first,
  label = fieldLabel(first),
  hint: rule,
  read,
  ...input
}: FieldProps) {
  const { path, hint, lang, isShown, kept } = useFieldPlace(first, rule)
  const { value, set, leave, isPublishing } = useSiteEditor()
  const fault = useFault(path)
  if (!isShown) return null
  const typed = String(value(path) ?? '')
  return (
    <Field label={label} error={fault} hint={hint}>
      {(field) => (
        <input
          autoComplete="off"
          {...input}
          {...field}
          name={path}
          lang={lang}
          className="input"
          value={typed}
          readOnly={isPublishing}
          onChange={(event) => set(path, kept(event.target.value))}
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

export function AreaField({ path: first, rows = 2, label }: { path: string; rows?: number; label?: string }) {
  const { path, kept } = useFieldPlace(first)
  const { value, set, leave } = useSiteEditor()
  return (
    <Area
      first={first}
      rows={rows}
      label={label}
      text={String(value(path) ?? '')}
      onType={(typed) => set(path, kept(typed))}
      onLeave={() => leave(path)}
    />
  )
}

/** A list of texts, one on each line. */
export function LinesField({ path: first, rows }: { path: string; rows: number }) {
  const { path, kept } = useFieldPlace(first)
  const { value, set, leave } = useSiteEditor()
  const lines = (value(path) ?? []) as string[]
  const tidy = () => {
    const filled = lines.map((line) => line.trim()).filter(Boolean)
    if (filled.join('\n') !== lines.join('\n')) set(path, filled)
    else leave(path)
  }
  return (
    <Area
      first={first}
      rows={rows}
      text={lines.join('\n')}
      onType={(typed) => set(path, kept(typed)?.split('\n'))}
      onLeave={tidy}
    />
  )
}

type AreaOptions = {
  first: string
  label?: string
  rows: number
  text: string
  onType(typed: string): void
  onLeave(): void
}

function Area({ first, label = fieldLabel(first), rows, text, onType, onLeave }: AreaOptions) {
  const { path, hint, lang, isShown } = useFieldPlace(first)
  const fault = useFault(path)
  if (!isShown) return null
  return (
    <Field label={label} error={fault} hint={hint}>
      {(field) => (
        <textarea
          {...field}
          name={path}
          lang={lang}
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

// Fields of what is the same in every language: they are in the form of the first alone.

/** Kept as a number as soon as it is one. */
export function NumberField({ path }: { path: string }) {
  return <TypedField path={path} inputMode="numeric" autoComplete="off" read={numberOf} />
}

/** A day of India, or none. */
export function DayField({ path }: { path: string }) {
  return <TypedField path={path} type="date" read={(text) => text || undefined} />
}

function TypedField({
  path,
  read,
  ...input
}: { path: string; read: (text: string) => string | number | undefined } & ComponentProps<'input'>) {
  const { value, set, leave } = useSiteEditor()
  const fault = useFault(path)
  if (!useIsFirst()) return null
  return (
    <Field label={fieldLabel(path)} error={fault} hint={ruleOf(path)}>
      {(field) => (
        <input
          {...field}
          {...input}
          name={path}
          className="input"
          value={String(value(path) ?? '')}
          onChange={(event) => set(path, read(event.target.value))}
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

export function ChoiceField({
  path,
  options,
  empty,
}: {
  path: string
  options: [value: string, text: string][]
  empty?: string
}) {
  const { value, set } = useSiteEditor()
  const fault = useFault(path)
  if (!useIsFirst()) return null
  return (
    <Choice
      label={fieldLabel(path)}
      value={String(value(path) ?? '')}
      error={fault}
      hint={ruleOf(path)}
      empty={empty}
      options={options}
      onChange={(chosen) => set(path, chosen || undefined)}
    />
  )
}

export function TickField({ path, label = fieldLabel(path) }: { path: string; label?: string }) {
  const { value, set } = useSiteEditor()
  if (!useIsFirst()) return null
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
