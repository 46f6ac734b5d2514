import { useSyncExternalStore } from 'react'
import { TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'

/** Every visitor is told that the contacts are samples; where to change them, only who is signed in. */
export function SampleNote() {
  const m = useMessages()
  const isSignedIn = useSyncExternalStore(watchNothing, hasToken, hasNone)
  const { contacts } = useCentre()
  if (!contacts.sample) return null
  return (
    <p className="pencilled" role="note">
      {m.sample_contacts()}
      {isSignedIn && (
        <>
          {' '}
          {withNodes((node) =>
            m.sample_set_own({ site: node(<a href="/admin/site?group=contacts">Site</a>) }),
          )}
        </>
      )}
    </p>
  )
}

function watchNothing() {
  return () => {}
}

function hasToken() {
  try {
    return localStorage.getItem(TOKEN_KEY) !== null
  } catch {
    // Storage is not allowed: nobody can be signed in.
    return false
  }
}

function hasNone() {
  return false
}
