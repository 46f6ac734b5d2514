import { forgetGivenUp, readWanted, reportProgress, type Wanted, writeWanted } from './download-queue.ts'
import { savedIds } from './saved-ids.ts'

/** Soon after the page is React's, but after whatever it does first. */
const LATER_MS = 3_000
const ASKED = 'kept-papers-asked'

export function downloadPapers(papers: Wanted[]): void {
  const ids = papers.map(({ id }) => id)
  writeWanted([...readWanted().filter(({ id }) => !ids.includes(id)), ...papers])
  forgetGivenUp(ids)
  for (const id of ids) reportProgress(id, { state: 'fetching', done: 0, total: 0 })
  void run()
}

/** Goes on with what an earlier page could not finish, and asks what has become of what is saved. */
export function resumeDownloads(): () => void {
  const go = () => {
    if (navigator.onLine && (readWanted().length > 0 || savedIds.get().length > 0)) void run()
  }
  const later = setTimeout(() => (readWanted().length > 0 || isDue()) && go(), LATER_MS)
  addEventListener('online', go)
  return () => {
    clearTimeout(later)
    removeEventListener('online', go)
  }
}

/** Once in a visit, and whenever somebody looks at what is saved. */
function isDue() {
  try {
    const wasAsked = sessionStorage.getItem(ASKED) !== null
    sessionStorage.setItem(ASKED, 'yes')
    return !wasAsked || location.pathname.endsWith('/kept')
  } catch {
    return true
  }
}

/** What does it is loaded with the first paper that is saved. */
async function run() {
  try {
    const { runDownloads } = await import('./run-downloads.ts')
    await runDownloads()
  } catch {
    for (const { id } of readWanted()) reportProgress(id, { state: 'waiting', done: 0, total: 0 })
  }
}
