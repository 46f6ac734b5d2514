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
