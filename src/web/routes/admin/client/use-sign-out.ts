import { useNavigate } from 'react-router'
import { signOut } from '#web/identity/stored-token.ts'

/** Signs out and goes to /login. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    void signOut()
    await navigate('/login')
    // An address that follows what was typed before breaks this off.
    if (location.pathname !== '/login') await navigate('/login')
  }
}
