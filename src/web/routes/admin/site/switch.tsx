type SwitchProps<Value extends string> = {
  label: string
  value: Value
  names: Record<Value, string>
  /** Of a name, where it is not English. */
  langs?: Partial<Record<Value, string>>
  onChange: (value: Value) => void
}

export function Switch<Value extends string>({ label, value, names, langs, onChange }: SwitchProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of which one is chosen, and no fields of the form
    <div role="group" aria-label={label} className="flex gap-1">
      {(Object.entries(names) as [Value, string][]).map(([each, name]) => (
        <button
          key={each}
          type="button"
          className="page-number"
          lang={langs?.[each]}
          aria-current={each === value ? 'true' : undefined}
          onClick={() => onChange(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
