import type { ComponentProps } from 'react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { Choice, Field } from '#web/ui/forms/field.tsx'
import { useFault, useIsFirst, useSiteDesk } from './field-language.ts'
import { ruleOf } from './field-rules.ts'

// Fields of what is the same in every language: they stand in the form of the first alone.

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
  const { value, set, leave } = useSiteDesk()
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
  const { value, set } = useSiteDesk()
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
  const { value, set } = useSiteDesk()
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
