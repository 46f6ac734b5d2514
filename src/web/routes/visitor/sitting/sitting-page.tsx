import { useEffect, useState } from 'react'
import { type AskedClass, readAskedClass } from '#domain/sitting/class-hour.ts'
import type { Profile } from '#domain/sitting/profile.ts'
import { beginSitting } from '#domain/sitting/sitting.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useIsHydrated } from '#web/ui/use-store.ts'
import { ClassForm } from './class-form.tsx'
import { ClassWaitingRoom } from './class-waiting-room.tsx'
import { useProfileName } from './profile-choice.tsx'
import { ProfileOfSitting, useProfile } from './profiles.ts'
import { SittingInProgress } from './sitting-in-progress.tsx'
import { SittingLoading } from './sitting-loading.tsx'
import { SittingResults } from './sitting-results.tsx'
import { SittingStart } from './sitting-start.tsx'
import { makeId, openSittingOf, ownerOf, storeOf, writeSitting } from './sittings-store.ts'
import { readClocks, useSitting } from './use-sitting.ts'
import './sitting.css'

/** Several papers, each of which is sat by itself. */
export type SatList = { papers: { id: string; title: string }[]; gone: number }

/** `paper` is null where the site has none, or could not be asked. */
export type SittingProps = {
  id: string
  paper: SittingPaper | null
  /** What of a worksheet is left out. */
  lost?: string[]
  /** In place of one paper. */
  list?: SatList
}

type Held = { id: string; profile: Profile }

/** Where a paper is sat: the sitting that this device has of it goes on, whatever has become of the paper. */
export function SittingPage({ id, paper, lost = [], list }: SittingProps) {
  const m = useMessages()
  // The server knows neither what this device has, nor all of the address: one page serves every class.
  const isHydrated = useIsHydrated()
  const current = useProfile()
  const asked = isHydrated ? readAskedClass(new URLSearchParams(location.search)) : null
  // One who began goes on, whoever is chosen meanwhile in another tab; undefined until one is found.
  const [held, setHeld] = useState<Held | null>()
  const before = held === undefined && isHydrated ? askedSitting(id) : held
  const open = before || !isHydrated ? null : openSittingOf(current.id, id, asked?.hour?.ends)
  const sat = before ?? (open && { id: open.id, profile: current })
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
  if (!isHydrated && !paper) return <SittingLoading list={list} />
  if (list && list.papers.length > 0) return <ListStart list={list} asked={asked} />
  if (!paper) return <NoPaper />
  return (
    <SittingStart
      paper={paper}
      asked={asked}
      said={[...lost, ...(isHydrated && askedId() ? [m.sit_lost()] : [])]}
      onBegin={(plan, heard) => {
        const own = makeId()
        writeSitting(current.id, beginSitting({ ...plan, id: own, paper }, readClocks(heard)))
        hold(own, current)
      }}
    />
  )
}

/** Several papers: each is sat by itself, by the clock of the class where there is one. */
function ListStart({ list: { papers, gone }, asked }: { list: SatList; asked: AskedClass | null }) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const links = (
    <ul className="mine-sittings mt-4">
      {papers.map(({ id, title }) => (
        <li key={id}>
          <Link to={`/papers/${id}/sit${asked ? location.search : ''}`} lang={langOf(labels.title(title))}>
            {labels.title(title)}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <h1 className="sit-title">{m.sit_list_heading()}</h1>
      {gone > 0 && <p className="sit-note">{m.shared_gone({ count: gone })}</p>}
      {asked ? (
        <ClassWaitingRoom asked={asked} during={() => links}>
          {links}
        </ClassWaitingRoom>
      ) : (
        <>
          {links}
          <ClassForm title={m.sit_list_heading()} minutes={null} hasSets={false} />
        </>
      )}
    </>
  )
}

function OneSitting({ id, now, onLeave }: { id: string; now: SittingProps['paper']; onLeave: () => void }) {
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
      {sitting.ends !== undefined && sitting.state !== 'down' && (
        <p className="sit-quiet">{m.class_going_on({ time: clockTime(sitting.ends) })}</p>
      )}
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
        <SittingResults sitting={sitting} dispatch={dispatch} onLeave={onLeave} />
      ) : (
        <fieldset disabled={isHere !== true} className="sit-room">
          <legend className="sr-only">{m.sit_heading()}</legend>
          <SittingInProgress sitting={sitting} dispatch={dispatch} isInDoubt={isInDoubt} />
        </fieldset>
      )}
    </>
  )
}

/** As this device's clock shows it. */
function clockTime(time: number): string {
  return new Date(time).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}

/** As the worker leads there without a connection, too. */
function askedId(): string | null {
  const address = new URLSearchParams(location.search)
  return address.get('sitting') || address.get('sit')
}

/** One that is marked already is looked at again by its address. */
function askedSitting(paper: string): Held | null {
  const id = askedId()
  const profile = id ? ownerOf(id) : null
  return id && profile && storeOf(profile.id, id).read()?.paper.id === paper ? { id, profile } : null
}

function NoPaper() {
  const m = useMessages()
  return (
    <div className="instead mt-8">
      <EmptyState mark="?" />
      <div className="grid justify-items-start gap-5">
        <h1 className="sit-title">{m.sit_heading()}</h1>
        <p className="max-w-[40ch] text-pretty text-xl leading-snug">{m.sit_no_paper()}</p>
        <Link className="button" to="/practice">
          {m.offline_find()}
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
