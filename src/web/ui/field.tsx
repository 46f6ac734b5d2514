import { useId, useState } from 'react'

type FieldProps = {
  label: string
  error?: string
  hint?: string
  children: (props: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => React.ReactNode
}

export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const said = error ?? hint
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': said ? `${id}-said` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {said && (
        <p
          id={`${id}-said`}
          className={`mt-1 whitespace-pre-line text-sm ${error ? 'field-error' : 'text-quiet'}`}
          role={error ? 'alert' : undefined}
        >
          {said}
        </p>
      )}
    </div>
  )
}

type PasswordFieldProps = {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  error?: string
  hint?: string
  ref?: React.Ref<HTMLInputElement>
}

export function PasswordField({ label, name, autoComplete, error, hint, ref }: PasswordFieldProps) {
  const [isVisible, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <span className="password">
          <input
            {...field}
            ref={ref}
            className="input"
            type={isVisible ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
          />
          <button type="button" aria-controls={field.id} onClick={() => setShown(!isVisible)}>
            {isVisible ? 'Hide' : 'Show'}
            <span className="sr-only"> what is typed</span>
          </button>
        </span>
      )}
    </Field>
  )
}

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

type FaultProps = { sentence: string | undefined; isSmall?: boolean }

/** What is wrong with no single field, or with what has no label; nothing where nothing is. */
export function Fault({ sentence, isSmall = false }: FaultProps) {
  if (!sentence) return null
  return (
    <p className={`field-error ${isSmall ? 'text-sm' : ''}`.trim()} role="alert">
      {sentence}
    </p>
  )
}
