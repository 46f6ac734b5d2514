type WithoutScriptsProps = { name: 'Publish' | 'Replace'; onChoose: () => void }

/** Offered when a PDF was refused for its scripts. */
export function WithoutScripts({ name, onChoose }: WithoutScriptsProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <button type="button" className="button button-line" onClick={onChoose}>
        {name} without its scripts
      </button>
      <p className="text-quiet text-sm">{WHAT_GOES}</p>
    </div>
  )
}

export const WHAT_GOES =
  'The PDF is written anew: scripts and all that starts something go, its pages and what is typed into them stay.'

type PrintLockProps = { file?: string; isUnlocked: boolean; onChange: (isUnlocked: boolean) => void }

/** Says that a PDF forbids printing, and offers to store it without that. `file` names it where there are several. */
export function PrintLock({ file, isUnlocked, onChange }: PrintLockProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>Printing is locked in this file; who downloads it may not be able to print it.</span>
      <label className="inline-flex items-center gap-2 min-h-10 font-semibold" title={WHAT_CHANGES}>
        <input
          type="checkbox"
          className="size-5"
          aria-label={file && `Store it unlocked: ${file}`}
          checked={isUnlocked}
          onChange={(event) => onChange(event.target.checked)}
        />
        Store it unlocked
      </label>
    </span>
  )
}

const WHAT_CHANGES = 'The PDF is written again without its lock; its pages stay as they are.'
