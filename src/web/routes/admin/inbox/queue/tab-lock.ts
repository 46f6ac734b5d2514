/** Calls `onTurn` once this tab has the lock. Without Web Locks every tab uploads; upload ids prevent duplicates. */
export function requestTabLock(name: string, onTurn: () => void): () => void {
  const leaving = new AbortController()
  if (!navigator.locks) {
    onTurn()
    return () => {}
  }
  const until = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      onTurn()
      return until
    })
    .catch(() => {})
  return () => leaving.abort()
}
