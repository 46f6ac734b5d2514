import { useEffect, useId, useState } from 'react'
import type { Profile } from '#domain/sitting/profile.ts'
import { beginSitting, sectionsOf } from '#domain/sitting/sitting.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { PensDown } from './pens-down.tsx'
import { ProfileChoice, useProfileName } from './profile-choice.tsx'
import { ProfileOfSitting, useProfile } from './profiles.ts'
import { SittingRoom } from './sitting-room.tsx'
import { makeId, openSittingOf, ownerOf, storeOf, writeSitting } from './sittings-store.ts'
import { readClocks, useSitting } from './use-sitting.ts'
import './sitting.css'

const USUAL_MINUTES = 180

type StartProps = { paper: SittingPaper; onBegin: (minutes: number | null, reading: number) => void }

/** What is known of the exam, and one press to begin. */
function SittingStart({ paper, onBegin }: StartProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { time, questions } = paper
  const [minutes, setMinutes] = useState(String(time?.minutes ?? USUAL_MINUTES))
  const [hasClock, setClock] = useState(true)
  const [reads, setReads] = useState(false)
  const field = useId()
  const title = labels.title(paper.title)
  const asked = Number(minutes)
  const isRight = !hasClock || (Number.isInteger(asked) && asked >= 1 && asked <= 600)
  return (
    <>
      <h1 className="sit-title" lang={langOf(title)}>
        {title}
      </h1>
      <p className="sit-quiet">{`${labels.degree(paper.type, paper.grade)} · ${labels.monthOf(paper)}`}</p>
      <form
        className="sit-start"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) onBegin(hasClock ? asked : null, hasClock && reads ? (time?.reading ?? 0) : 0)
        }}
      >
        <ProfileChoice label={m.profile_who()} />
        <p className="sit-time">
          <label htmlFor={field}>{time ? m.sit_time_printed() : m.sit_time_asked()}</label>
          <span>
            <input
              id={field}
              className="input"
              inputMode="numeric"
              value={minutes}
              disabled={!hasClock}
              aria-invalid={!isRight}
              onChange={(event) => setMinutes(event.target.value)}
            />{' '}
            {m.sit_minutes()}
          </span>
        </p>
        {!isRight && <p className="field-error">{m.sit_minutes_rule()}</p>}
        {time !== null && time.reading > 0 && hasClock && (
          <Tick checked={reads} onChange={setReads}>
            {m.sit_reading_first({ minutes: time.reading })}
          </Tick>
        )}
        <Tick checked={!hasClock} onChange={(isFree) => setClock(!isFree)}>
          {m.sit_no_clock()}
        </Tick>
        <button type="submit" className="button">
          {m.sit_begin()}
        </button>
      </form>
      {questions.length > 0 ? (
        <Sections paper={paper} />
      ) : (
        <p className="sit-quiet">{m.sit_no_questions()}</p>
      )}
      <p className="sit-quiet">{m.sit_stays_here()}</p>
    </>
  )
}

type TickProps = { checked: boolean; onChange: (checked: boolean) => void; children: React.ReactNode }

function Tick({ checked, onChange, children }: TickProps) {
  return (
    <label className="sit-tick">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />{' '}
      {children}
    </label>
  )
}

function Sections({ paper: { questions } }: { paper: SittingPaper }) {
  const m = useMessages()
  return (
    <ul className="sit-sections">
      {sectionsOf(questions).map(({ name, questions: own, marks }) => (
        <li key={own[0]?.id}>
          <b>{name ? m.questions_section({ section: name }) : m.questions_heading()}</b>
          <span>{m.questions_count({ count: own.length })}</span>
          {marks !== null && <span>{m.questions_marks_each({ count: marks })}</span>}
        </li>
      ))}
    </ul>
  )
}

/** `paper` is null where the site has none, or could not be asked. */
export type DeskProps = { id: string; paper: SittingPaper | null }

/** Where a paper is sat: the sitting that this device has of it goes on, whatever has become of the paper. */
export function SittingDesk({ id, paper }: DeskProps) {
  const current = useProfile()
  // One who began goes on, whoever is chosen meanwhile in another tab.
  const [held, setHeld] = useState(() => askedSitting(id))
  const open = held ? null : openSittingOf(current.id, id)
  const sat = held ?? (open && { id: open.id, profile: current })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found stays until it is left.
  useEffect(() => {
    if (!held && sat) hold(sat.id, sat.profile)
  }, [held, sat?.id])
  /** In the address, so that the page loaded again finds it. */
  function hold(sitting: string | null, profile: Profile) {
    const address = new URL(location.href)
    address.searchParams.delete('sitting')
    if (sitting !== null) address.searchParams.set('sitting', sitting)
    history.replaceState(history.state, '', address)
    setHeld(sitting === null ? null : { id: sitting, profile })
  }
  if (sat)
    return (
      <ProfileOfSitting value={sat.profile}>
        <OneSitting key={sat.id} id={sat.id} now={paper} onLeave={() => hold(null, sat.profile)} />
      </ProfileOfSitting>
    )
  if (!paper) return <NoPaper />
  function begin(minutes: number | null, reading: number) {
    if (!paper) return
    const own = makeId()
    writeSitting(current.id, beginSitting({ id: own, paper, minutes, reading }, readClocks()))
    hold(own, current)
  }
  return <SittingStart paper={paper} onBegin={begin} />
}

function OneSitting({ id, now, onLeave }: { id: string; now: DeskProps['paper']; onLeave: () => void }) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { isHere, take } = useOneTab(id)
  const { sitting, dispatch, isOnDevice, isInDoubt } = useSitting(id, isHere === true)
  const profile = useProfileName()
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
      {profile && <p className="sit-quiet">{m.profile_now({ name: profile })}</p>}
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
function askedSitting(paper: string): { id: string; profile: Profile } | null {
  const address = new URLSearchParams(location.search)
  // As the worker leads there without a connection.
  const id = address.get('sitting') || address.get('sit')
  const profile = id ? ownerOf(id) : null
  return id && profile && storeOf(profile.id, id).read()?.paper.id === paper ? { id, profile } : null
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

/**
 * Whether this tab is the one that sits; null until it is known. Where another one does, `take` takes it over. Without
 * locks, as on a site without a secure connection, every tab is.
 */
function useOneTab(id: string): { isHere: boolean | null; take: () => void } {
  const [isHere, setHere] = useState<boolean | null>(null)
  const [takes, setTakes] = useState(0)
  useEffect(() => {
    if (!navigator.locks) {
      setHere(true)
      return
    }
    const quit = new AbortController()
    const held = new Promise<void>((resolve) => quit.signal.addEventListener('abort', () => resolve()))
    const hold = (lock: Lock | null) => {
      if (quit.signal.aborted) return
      setHere(lock !== null)
      return lock ? held : wait()
    }
    // It ends with an error when another tab takes it, or this one is left.
    const lost = () => {
      if (!quit.signal.aborted) setHere(false)
    }
    const wait = () =>
      void navigator.locks.request(`sitting ${id}`, { signal: quit.signal }, hold).catch(lost)
    void navigator.locks
      .request(`sitting ${id}`, takes > 0 ? { steal: true } : { ifAvailable: true }, hold)
      .catch(() => {
        lost()
        if (!quit.signal.aborted) wait()
      })
    return () => quit.abort()
  }, [id, takes])
  return { isHere, take: () => setTakes((times) => times + 1) }
}
