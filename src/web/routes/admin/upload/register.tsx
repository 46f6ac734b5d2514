import { useCallback, useState } from 'react'
import { onRegisterKey } from './register-keys.ts'
import { FieldMarks } from './row-field.tsx'
import { TrayCard } from './tray-card.tsx'
import { type RowDeeds, TrayLine } from './tray-line.tsx'
import type { Chosen } from './use-chosen.ts'
import { useTrayPlace, useWide } from './use-tray.ts'

type RegisterProps = Pick<RowDeeds, 'onLook' | 'onCompare'> & { shown: string[]; chosen: Chosen }

/** All papers that are shown, line under line; cards where a line does not fit. */
export function Register({ shown, chosen, ...deeds }: RegisterProps) {
  const { tray } = useTrayPlace()
  const isWide = useWide()
  const [open, setOpen] = useState<string | null>(null)
  const isAll = shown.length > 0 && chosen.ids.length === shown.length
  const chooseAll = () => (isAll ? chosen.clear() : chosen.chooseAll(shown))
  const onKey = useCallback((event: React.KeyboardEvent) => onRegisterKey(event, tray), [tray])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in the fields inside are heard here once
    <div className="tray-register" onKeyDown={onKey}>
      <div className="tray-heads">
        <label className="tray-choose">
          <input
            type="checkbox"
            aria-label={isAll ? 'Choose none' : `Choose all ${shown.length} shown`}
            checked={isAll}
            onChange={chooseAll}
          />
        </label>
        {isWide ? (
          <>
            <span aria-hidden="true" />
            {['Title', 'Degree', 'Subject', 'Month', 'Year'].map((name) => (
              <span key={name} aria-hidden="true">
                {name}
              </span>
            ))}
          </>
        ) : (
          <span aria-hidden="true">Choose all</span>
        )}
      </div>
      <ul className={isWide ? 'tray-lines' : 'tray-cards'}>
        {shown.map((id) =>
          isWide ? (
            <TrayLine key={id} id={id} isChosen={chosen.marked.has(id)} onChoose={chosen.choose} {...deeds} />
          ) : (
            <TrayCard
              key={id}
              id={id}
              isChosen={chosen.marked.has(id)}
              isOpen={open === id}
              onOpen={setOpen}
              onChoose={chosen.choose}
              {...deeds}
            />
          ),
        )}
      </ul>
      <FieldMarks />
      {isWide && (
        <p className="tray-keys">
          <kbd>Enter</kbd> next paper, same field · <kbd>Ctrl D</kbd> same as above · <kbd>Shift</kbd>-click
          chooses a stretch
        </p>
      )}
    </div>
  )
}
