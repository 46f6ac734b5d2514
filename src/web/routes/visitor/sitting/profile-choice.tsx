import { useState } from 'react'
import { LONGEST_NAME, MOST_PROFILES, nameFor, type Profile } from '#domain/sitting/profile.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useStore } from '#web/ui/use-store.ts'
import { chosenProfile, profiles, useProfile } from './profiles.ts'
import { makeId, readPractice, removeProfile } from './sittings-store.ts'

/** What a profile is called; null where one person uses the phone, so that nothing need be said of it. */
export function useProfileName(): string | null {
  const m = useMessages()
  const { name } = useProfile()
  return useStore(profiles).length > 1 ? name || m.profile_unnamed() : null
}

/** A button for each who shares the phone; nothing where one person uses it. */
export function ProfileChoice({ label }: { label: string }) {
  const m = useMessages()
  const { id: current } = useProfile()
  const all = useStore(profiles)
  if (all.length === 1) return null
  return (
    <fieldset className="mark-give">
      <legend>{label}</legend>
      {all.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="sit-toggle"
          aria-pressed={id === current}
          onClick={() => chosenProfile.set(id)}
        >
          {name || m.profile_unnamed()}
        </button>
      ))}
    </fieldset>
  )
}

type ChangesProps = { onSaid: (said: string) => void }

/** Who shares the phone: one more, another name, one less. */
export function ProfileChanges({ onSaid }: ChangesProps) {
  const m = useMessages()
  const all = useStore(profiles)
  const current = useProfile()
  const [isWrong, setWrong] = useState<'new' | 'own' | null>(null)
  const [asks, setAsks] = useState(false)
  const isAlone = all.length === 1
  const name = current.name || m.profile_unnamed()
  const others = all.filter(({ id }) => id !== current.id)
  const renamed = (list: readonly Profile[], given: string) =>
    list.map((each) => (each.id === current.id ? { ...each, name: given } : each))
  function add(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const own = given.has('own') ? nameFor(String(given.get('own')), others) : current.name
    const added = nameFor(String(given.get('new')), own === null ? all : renamed(all, own))
    setWrong(own === null ? 'own' : added === null ? 'new' : null)
    if (own === null || added === null) return
    const id = makeId()
    profiles.set([...renamed(profiles.read(), own), { id, name: added }].slice(0, MOST_PROFILES))
    chosenProfile.set(id)
    onSaid(m.profile_added({ name: added }))
  }
  function rename(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = nameFor(String(new FormData(event.currentTarget).get('own')), others)
    setWrong(given === null ? 'own' : null)
    if (given === null) return
    profiles.set(renamed(profiles.read(), given))
    onSaid(m.profile_renamed({ name: given }))
  }
  const field = (which: 'new' | 'own', label: string, value = '') => (
    <div>
      <label>
        {label}{' '}
        <input
          className="input"
          name={which}
          defaultValue={value}
          autoComplete="off"
          maxLength={2 * LONGEST_NAME}
          aria-invalid={isWrong === which}
        />
      </label>
      {isWrong === which && (
        <p className="field-error" role="alert">
          {m.profile_name_rule({ count: LONGEST_NAME })}
        </p>
      )}
    </div>
  )
  return (
    <details className="folds mine-profiles">
      <summary>{isAlone ? m.profile_shared() : m.profile_change()}</summary>
      <p>{m.profile_why({ count: MOST_PROFILES })}</p>
      {all.length < MOST_PROFILES ? (
        <form className="mark-scheme" onSubmit={add}>
          {isAlone && field('own', m.profile_own(), current.name)}
          {field('new', m.profile_new())}
          <button type="submit" className="button button-line">
            {m.profile_add()}
          </button>
        </form>
      ) : (
        <p>{m.profile_full({ count: MOST_PROFILES })}</p>
      )}
      {!isAlone && (
        <form key={current.id} className="mark-scheme" onSubmit={rename}>
          {field('own', m.profile_name(), current.name)}
          <button type="submit" className="button button-line">
            {m.profile_rename()}
          </button>
          <button type="button" className="button button-quiet" onClick={() => setAsks(true)}>
            {m.profile_remove({ name })}
          </button>
        </form>
      )}
      {!isAlone && asks && (
        <Asked
          question={m.profile_remove_ask({ name, ...countsOf(current) })}
          yes={m.profile_remove({ name })}
          onYes={() => {
            removeProfile(current.id)
            setAsks(false)
            onSaid(m.profile_removed({ name }))
          }}
          onNo={() => setAsks(false)}
        />
      )}
    </details>
  )
}

function countsOf({ id }: Profile) {
  const { sittings, cards, bookmarks } = readPractice(id)
  return { sittings: sittings.length, cards: cards.length, bookmarks: bookmarks.length }
}

type AskedProps = { question: string; yes: string; onYes: () => void; onNo: () => void }

/** Before something is deleted. */
export function Asked({ question, yes, onYes, onNo }: AskedProps) {
  const m = useMessages()
  return (
    <div className="sit-note" role="alert">
      <p>{question}</p>
      <p className="sit-ends">
        <button type="button" className="button button-danger" onClick={onYes}>
          {yes}
        </button>
        <button type="button" className="button button-line" onClick={onNo}>
          {m.mine_erase_no()}
        </button>
      </p>
    </div>
  )
}
