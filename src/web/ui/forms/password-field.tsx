import { useState } from 'react'
import { Field } from './field.tsx'

type PasswordFieldProps = {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  error?: string
  hint?: string
  ref?: React.Ref<HTMLInputElement>
}

export function PasswordField({ label, name, autoComplete, error, hint, ref }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <span className="password">
          <input
            {...field}
            ref={ref}
            className="input"
            type={shown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
          />
          <button type="button" aria-controls={field.id} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> what is typed</span>
          </button>
        </span>
      )}
    </Field>
  )
}
