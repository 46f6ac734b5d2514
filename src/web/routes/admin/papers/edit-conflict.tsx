import { useEffect, useRef, useState } from 'react'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { FIELD_NAMES, type FieldName, type FieldTexts, PAPER_FIELDS } from '#domain/paper/form-fields.ts'
import { changedFields, describeField, fieldsOf, type PaperDraft } from './drafts.ts'

type Sides = Partial<Record<FieldName, 'mine' | 'theirs'>>

/** A change of one side only is preselected; where both have changed a field, nothing is. */
export function EditConflict({
  mine,
  base,
  current,
  onDecide,
  onCancel,
}: {
  mine: FieldTexts
  base: FieldTexts
  current: AdminPaper
  onDecide: (decided: PaperDraft) => void
  onCancel: () => void
}) {
  const theirs = fieldsOf(current)
  const differing = FIELD_NAMES.filter((name) => mine[name] !== theirs[name])
  const [sides, setSides] = useState(() => proposed(differing, mine, theirs, base))
  const open = differing.filter((name) => !sides[name])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function decide() {
    const taken = Object.fromEntries(
      differing.filter((name) => sides[name] === 'mine').map((name) => [name, mine[name]]),
    )
    onDecide({ version: current.version, base: theirs, typed: changedFields(theirs, taken) })
  }

  return (
    <form
      className="meanwhile"
      onSubmit={(event) => {
        event.preventDefault()
        decide()
      }}
    >
      <h4 ref={heading} tabIndex={-1} className="font-bold text-xl">
        This paper was changed meanwhile
      </h4>
      <p className="text-quiet">Nothing is saved yet. Choose for each field what it shall be.</p>
      {differing.map((name) => (
        <fieldset key={name}>
          <legend>{PAPER_FIELDS[name].label}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`${current.id}-${name}`}
                checked={sides[name] === side}
                onChange={() => setSides({ ...sides, [name]: side })}
              />
              <span>
                <small>
                  {side === 'theirs'
                    ? 'As it is now'
                    : mine[name] === base[name]
                      ? 'As you opened it'
                      : 'Yours'}
                </small>
                <span>{describeField(name, side === 'mine' ? mine[name] : theirs[name])}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="button" disabled={open.length > 0} aria-describedby="meanwhile-open">
          Save what is chosen
        </button>
        <button type="button" className="button button-line" onClick={onCancel}>
          Cancel
        </button>
        <p id="meanwhile-open" className="text-quiet text-sm">
          {open.length > 0 && `Still to choose: ${open.map((name) => PAPER_FIELDS[name].label).join(', ')}.`}
        </p>
      </div>
    </form>
  )
}

function proposed(differing: FieldName[], mine: FieldTexts, theirs: FieldTexts, base: FieldTexts): Sides {
  const sides: Sides = {}
  for (const name of differing) {
    if (mine[name] === base[name]) sides[name] = 'theirs'
    else if (theirs[name] === base[name]) sides[name] = 'mine'
  }
  return sides
}
