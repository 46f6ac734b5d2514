import { fieldLabel } from '#domain/centre/field-names.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { useFault, useFieldPlace, useSiteDesk } from './field-language.ts'

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
  const { value, set, leave, isPublishing } = useSiteDesk()
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
  const { value, set, leave } = useSiteDesk()
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
  const { value, set, leave } = useSiteDesk()
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
