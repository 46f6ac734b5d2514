/**
 * Calls `onTurn` when this tab is the one that sends, and not before every other has gone; gives back how to leave.
 * Where the browser has no locks every tab sends: the upload's name keeps anything from being stored twice.
 */
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
