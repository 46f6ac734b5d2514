import { type FormEvent, useContext, useEffect, useId, useRef, useState } from 'react'
import { redirect, replace, useNavigate } from 'react-router'
import { type ClassPreference, readPreference, writePreference } from '#domain/paper/class-preference.ts'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import { SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { MEDIUMS } from '#domain/paper/variant.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { NonceContext } from '#web/nonce.ts'
import { ownState } from '#web/state-boards.ts'
import { type ActiveFilters, addressWith } from './active-filters.ts'

/** Says which class goes first in this list, and lets it be said once for this device, changed and forgotten. */
export function MyClass({ list }: { list: ActiveFilters }) {
  const m = useMessages()
  const nonce = useContext(NonceContext)
  const said = readPreference(list.filter.first ?? '')
  const sentence = useSaid(said)
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  // It may have been opened before React was there.
  useEffect(() => setIsOpen(details.current?.open === true), [])
  return (
    <>
      {!said && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: LOAD_WITH_SAID }} />
      )}
      <details
        ref={details}
        className="my-class folds mt-1 print:hidden noscript:hidden"
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="flex-wrap">
          {sentence && <span className="font-normal">{m.my_class_first({ said: sentence })}</span>}{' '}
          {sentence ? m.my_class_change() : m.my_class_say()}
        </summary>
        {isOpen && (
          <SayClass
            key={list.filter.first ?? ''}
            list={list}
            said={said}
            onSaid={(isStored) => {
              setIsRefused(!isStored)
              if (isStored) close(details.current)
            }}
          />
        )}
        {isOpen && isRefused && <p role="alert">{m.my_class_refused()}</p>}
      </details>
    </>
  )
}

function close(details: HTMLDetailsElement | null) {
  if (!details) return
  details.open = false
  details.querySelector('summary')?.focus()
}

function useSaid(said: ClassPreference | null): string {
  const m = useMessages()
  const labels = useLabels()
  if (!said) return ''
  const { grade, board, medium } = said
  const parts = [labels.grade(grade), board === 'cbse' ? labels.type('cbse') : labels.facet('board', board)]
  if (medium) parts.push(m.my_class_medium_of({ language: labels.subject(medium) }))
  return parts.join(', ')
}

type SayClassProps = {
  list: ActiveFilters
  said: ClassPreference | null
  onSaid: (isStored: boolean) => void
}

function SayClass({ list, said, onSaid }: SayClassProps) {
  const m = useMessages()
  const labels = useLabels()
  const navigate = useNavigate()
  const own = ownState(useCentre())
  const why = useId()
  const boards = [own, 'cbse' as const, ...STATES.filter((state) => state !== own)]

  function show(next: ClassPreference | null) {
    onSaid(storeMyClass(next))
    // The list is shown with it even where nothing may be stored.
    void navigate(addressWith(list, { first: next ? writePreference(next) : '' }), {
      replace: true,
      preventScrollReset: true,
    })
  }

  function say(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    show(
      readPreference(
        ['grade', 'board', 'medium'].map((name) => String(given.get(`my-${name}`) ?? '')).join('.'),
      ),
    )
  }

  return (
    <form className="pb-4" onSubmit={say} aria-describedby={why}>
      <p id={why} className="max-w-[60ch]">
        {m.my_class_why()}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <label className="choice">
          <span>{m.filters_class()}</span>
          <select className="input" name="my-grade" defaultValue={said?.grade ?? '10'}>
            {SCHOOL_GRADES.map((grade) => (
              <option key={grade} value={grade}>
                {grade}
              </option>
            ))}
          </select>
        </label>
        <label className="choice">
          <span>{m.my_class_board()}</span>
          <select className="input" name="my-board" defaultValue={said?.board ?? own}>
            {boards.map((board) => (
              <option key={board} value={board}>
                {board === 'cbse' ? labels.type(board) : labels.facet('board', board)}
              </option>
            ))}
          </select>
        </label>
        <label className="choice">
          <span>{m.my_class_medium()}</span>
          <select className="input" name="my-medium" defaultValue={said?.medium ?? ''}>
            <option value="">{m.my_class_any_medium()}</option>
            {MEDIUMS.map((medium) => (
              <option key={medium} value={medium}>
                {labels.subject(medium)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button">
          {m.my_class_save()}
        </button>
        {said && (
          <button type="button" className="action" onClick={() => show(null)}>
            <span className="sweeps">{m.my_class_forget()}</span>
          </button>
        )}
      </div>
    </form>
  )
}

const KEY = 'my-class'

/** What was said on this device; null for nothing. */
export function storedPreference(): ClassPreference | null {
  try {
    return readPreference(localStorage.getItem(KEY) ?? '')
  } catch {
    return null
  }
}

/** False where nothing may be stored. */
function storeMyClass(said: ClassPreference | null): boolean {
  try {
    if (said) localStorage.setItem(KEY, writePreference(said))
    else localStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}

/** In the browser, before a list is asked for: throws a redirect to the list with what was said first. */
export function redirectToPreferred(url: string, path: string) {
  const { href, searchParams } = new URL(url)
  const said = storedPreference()
  if (!said || searchParams.has('first')) return
  searchParams.set('first', writePreference(said))
  // Back and forward have the address already: another entry would send them here again and again.
  const goTo = href === location.href ? replace : redirect
  throw goTo(`${path}?${searchParams}`)
}

/** The same where a document is loaded, before it is painted; without a connection the page stays. */
const LOAD_WITH_SAID = `try{const s=localStorage['${KEY}'],u=new URL(location),p=u.searchParams;if(s&&navigator.onLine&&!p.has('first')){p.set('first',s);location.replace(u)}}catch{}`
