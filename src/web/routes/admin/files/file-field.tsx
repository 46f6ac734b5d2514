import { useState } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import { FilePicker, type PickerProps } from './file-picker.tsx'

type FileFieldProps = Omit<PickerProps, 'chosen'> & { label: string; hint: string; error?: string }

export function FileField({ label, hint, error, onFiles, ...picker }: FileFieldProps) {
  const [chosen, setChosen] = useState('')
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <FilePicker
          {...picker}
          {...field}
          chosen={chosen}
          onFiles={(files) => {
            setChosen(files.map(({ name }) => name).join(', '))
            onFiles(files)
          }}
        />
      )}
    </Field>
  )
}
