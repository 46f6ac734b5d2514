import { useId } from 'react'

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
