import { Field } from './field.tsx'

type ChoiceProps = {
  label: string
  value: string
  options: [value: string, text: string][]
  onChange: (value: string) => void
  error?: string
  hint?: string
  disabled?: boolean
  /** To be checked. */
  isMarked?: boolean
  empty?: string
}

export function Choice({
  label,
  value,
  options,
  onChange,
  error,
  hint,
  disabled,
  isMarked,
  empty = 'Choose …',
}: ChoiceProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <select
          {...field}
          className="input"
          value={value}
          disabled={disabled}
          data-mark={isMarked ? 'check' : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{empty}</option>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
