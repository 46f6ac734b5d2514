import { useState } from 'react'
import { beginSitting } from '#domain/sitting/sitting.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { PensDown } from './pens-down.tsx'
import { SittingRoom } from './sitting-room.tsx'
import { SittingStart } from './sitting-start.tsx'
import { openSittingOf, storeOf, writeSitting } from './sittings-store.ts'
import { useOneTab } from './use-one-tab.ts'
import { readClocks, useSitting } from './use-sitting.ts'
import './sitting.css'

/** `paper` is null where the site has none, or could not be asked. */
export type DeskProps = { id: string; paper: SittingPaper | null }

/** Where a paper is sat: the sitting that this device has of it goes on, whatever has become of the paper. */
export function SittingDesk({ id, paper }: DeskProps) {
  const [sitting, setSitting] = useState(() => askedSitting(id) ?? openSittingOf(id)?.id ?? null)
  if (sitting !== null)
    return <OneSitting key={sitting} id={sitting} now={paper} onLeave={() => setSitting(null)} />
  if (!paper) return <NoPaper />
  function begin(minutes: number | null, reading: number) {
    if (!paper) return
    const own = makeId()
    writeSitting(beginSitting({ id: own, paper, minutes, reading }, readClocks()))
    setSitting(own)
  }
  return <SittingStart paper={paper} onBegin={begin} />
}

function OneSitting({ id, now, onLeave }: { id: string; now: DeskProps['paper']; onLeave: () => void }) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { isHere, take } = useOneTab(id)
  const { sitting, dispatch, isOnDevice, isInDoubt } = useSitting(id, isHere === true)
  if (!sitting) return <NoPaper />
  const title = labels.title(sitting.paper.title)
  const said = [
    !isOnDevice && m.sit_not_stored(),
    now === null && m.sit_paper_gone(),
    now !== null && now.link !== sitting.paper.link && m.sit_paper_replaced(),
  ].filter((each) => each !== false)
  return (
    <>
      <h1 className="sit-title" lang={langOf(title)}>
        {title}
      </h1>
      {said.map((sentence) => (
        <p key={sentence} className="sit-note" role="status">
          {sentence}
        </p>
      ))}
      {isHere === false && (
        <p className="sit-note" role="status">
          {m.sit_other_tab()}{' '}
          <button type="button" className="action" onClick={take}>
            <span className="sweeps">{m.sit_take()}</span>
          </button>
        </p>
      )}
      {sitting.state === 'down' ? (
        <PensDown sitting={sitting} dispatch={dispatch} onLeave={onLeave} />
      ) : (
        <fieldset disabled={isHere !== true} className="sit-room">
          <legend className="sr-only">{m.sit_heading()}</legend>
          <SittingRoom sitting={sitting} dispatch={dispatch} isInDoubt={isInDoubt} />
        </fieldset>
      )}
    </>
  )
}

/** One that is marked already is looked at again by its address. */
function askedSitting(paper: string): string | null {
  const address = new URLSearchParams(location.search)
  // As the worker leads there without a connection.
  const asked = address.get('sitting') ?? address.get('sit')
  return asked && storeOf(asked).read()?.paper.id === paper ? asked : null
}

function NoPaper() {
  const m = useMessages()
  return (
    <div className="instead mt-8">
      <EmptySheet mark="?" />
      <div className="grid justify-items-start gap-5">
        <h1 className="sit-title">{m.sit_heading()}</h1>
        <p className="max-w-[40ch] text-pretty text-xl leading-snug">{m.sit_no_paper()}</p>
        <Link className="button" to="/practice">
          {m.kept_find()}
        </Link>
      </div>
    </div>
  )
}

/** Without randomUUID, which needs a secure connection. */
function makeId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
}
