import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { useCentre } from '#web/centre/use-centre.ts'

/** Every visitor is told that the contacts are samples; where to change them, only who is signed in. */
export function SampleNote() {
  const isSignedIn = useSyncExternalStore(watchNothing, hasToken, hasNone)
  const { contacts } = useCentre()
  if (!contacts.sample) return null
  return (
    <p className="pencilled" role="note">
      The phone number, email and address on this site are samples.
      {isSignedIn && (
        <>
          {' '}
          The centre sets its own on the desk, under <Link to="/admin/site?group=contacts">Site</Link>.
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
