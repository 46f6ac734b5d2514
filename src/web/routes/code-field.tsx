import { useEffect, useRef, useState } from 'react'
import { Field } from '#web/ui/field.tsx'

type CodeFieldProps = { error?: string; waits?: boolean; recoveryOnly?: boolean }

/** `waits`: something else comes first and keeps the focus; `recoveryOnly`: no app makes codes. */
export function CodeField({ error, waits = false, recoveryOnly = false }: CodeFieldProps) {
  const [recovery, setRecovery] = useState(recoveryOnly)
  const input = useRef<HTMLInputElement>(null)
  const asksNow = !waits || recovery !== recoveryOnly
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is a new question
  useEffect(() => {
    if (asksNow) input.current?.focus()
  }, [asksNow, recovery])
  const kind = recovery ? RECOVERY : FROM_APP
  return (
    <div className="grid gap-2">
      <Field label={kind.label} hint={kind.hint} error={error}>
        {(field) => (
          <input
            key={kind.label}
            {...field}
            {...kind.input}
            ref={input}
            className="input code-input"
            name="code"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      {!recoveryOnly && (
        <button type="button" className="action justify-self-start" onClick={() => setRecovery(!recovery)}>
          <span className="sweeps">{kind.other}</span>
        </button>
      )}
    </div>
  )
}

const FROM_APP = {
  label: 'Code from your app',
  hint: 'Six digits, new every half minute.',
  other: 'Use a recovery code instead',
  input: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 10 },
} as const
const RECOVERY = {
  label: 'Recovery code',
  hint: 'Twelve letters and digits; each works once.',
  other: 'Use the code from your app',
  input: { autoComplete: 'off', inputMode: 'text', maxLength: 30 },
} as const
