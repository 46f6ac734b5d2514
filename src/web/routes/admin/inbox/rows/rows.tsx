import { useCallback, useState } from 'react'
import type { Tally } from '../queue/group-rows.ts'
import { useInboxPlace, useWide } from '../use-inbox.ts'
import { InboxCard } from './row-card.tsx'
import { FieldMarks } from './row-field.tsx'
import { onRegisterKey } from './row-keys.ts'
import { InboxLine, type RowActions } from './row-line.tsx'
import type { Chosen } from './use-chosen-rows.ts'

type RegisterProps = Pick<RowActions, 'onLook' | 'onCompare'> & {
  shown: string[]
  chosen: Chosen
  tally: Tally
}

export function Register({ shown, chosen, tally, ...actions }: RegisterProps) {
  const { inbox } = useInboxPlace()
  const isWide = useWide()
  const [open, setOpen] = useState<string | null>(null)
  const count = chosen.ids.length
  const isPart = count > 0 && count < shown.length
  const isAll = shown.length > 0 && count === shown.length
  const chooseAll = () => (isAll ? chosen.clear() : chosen.chooseAll(shown))
  const onKey = useCallback((event: React.KeyboardEvent) => onRegisterKey(event, inbox), [inbox])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in the fields inside are heard here once
    <div className="inbox-register" data-picking={count > 0 || undefined} onKeyDown={onKey}>
      <div className="inbox-heads">
        <label className="inbox-choose">
          <input
            type="checkbox"
            aria-label={`Pick all ${shown.length} shown`}
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = isPart
            }}
            onChange={chooseAll}
          />
          {/* While some are picked the bar says how many; beside the column's name it would read as a part of it. */}
          {isWide && <span aria-hidden="true">{count > 0 ? '' : 'Pick all'}</span>}
        </label>
        {isWide ? (
          ['Title', 'Degree', 'Subject', 'Month', 'Year'].map((name) => (
            <span key={name} aria-hidden="true">
              {name}
            </span>
          ))
        ) : (
          <>
            <span aria-hidden="true" className={count > 0 ? 'md:invisible' : 'font-normal'}>
              {count > 0 ? pickedInWords(tally, chosen) : 'Pick all'}
            </span>
            {count > 0 && (
              <button type="button" className="action md:hidden" onClick={chosen.clear}>
                <span className="sweeps">Pick none</span>
              </button>
            )}
          </>
        )}
      </div>
      <ul
        className={`bg-sheet border border-t-0 border-edge rounded-b-sm shadow-sheet ${isWide ? 'border-r-0' : ''}`}
      >
        {shown.map((id) =>
          isWide ? (
            <InboxLine
              key={id}
              id={id}
              isChosen={chosen.marked.has(id)}
              onChoose={chosen.choose}
              {...actions}
            />
          ) : (
            <InboxCard
              key={id}
              id={id}
              isChosen={chosen.marked.has(id)}
              isOpen={open === id}
              onOpen={setOpen}
              onChoose={chosen.choose}
              {...actions}
            />
          ),
        )}
      </ul>
      <FieldMarks />
      {isWide && (
        <p className="inbox-keys">
          <kbd>Enter</kbd> next paper, same field · <kbd>Ctrl D</kbd> same as above · <kbd>Shift</kbd>-click
          picks a stretch
        </p>
      )}
    </div>
  )
}

/** "13 picked, 8 lack a field". */
function pickedInWords(tally: Tally, { ids, marked }: Chosen): string {
  const lacking = new Set(tally.groups.flatMap(({ group, ids }) => (group.startsWith('missing') ? ids : [])))
  const count = [...lacking].filter((id) => marked.has(id)).length
  return `${ids.length} picked${count > 0 ? `, ${count} ${count === 1 ? 'lacks' : 'lack'} a field` : ''}`
}
