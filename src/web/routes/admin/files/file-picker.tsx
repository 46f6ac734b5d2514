import { FileUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import './file-picker.css'

export type PickerProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  /** What its button says. */
  pick: string
  /** The files' names, where the choice stays. Without it the same file can be chosen again at once. */
  chosen?: string
  /** Filled, where it is what the page is opened for. */
  isMain?: boolean
  onFiles: (files: File[]) => void
}

/** The input is over its rendered button and the file's name: pressed, dropped on and reached by the keyboard as any. */
export function FilePicker({ pick, chosen, isMain = false, onFiles, ...input }: PickerProps) {
  return (
    <span className="file-picker">
      <span className={isMain ? 'button' : 'button button-line'} aria-hidden="true">
        <FileUp className="size-5" />
        {pick}
      </span>
      <span className="min-w-0 text-quiet leading-snug wrap-anywhere" aria-hidden="true">
        {chosen}
      </span>
      <input
        {...input}
        type="file"
        title={chosen || pick}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          if (chosen === undefined) target.value = ''
          onFiles(files)
        }}
      />
    </span>
  )
}
