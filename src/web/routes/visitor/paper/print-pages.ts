import './print-pages.css'

/** Few, so that the first pictures arrive soon on a slow connection. */
const CONCURRENCY = 4
const TIMEOUT_MS = 60_000
/** Within this time `beforeprint` fires, unless the browser does not print at all. */
const DIALOG_MS = 1_500

export type PageToPrint = { address: string; name: string; isWide: boolean }

/** Failed pictures are left out of the result; a timeout of one, or the signal, aborts all. */
export async function fetchPictures(
  pages: PageToPrint[],
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<HTMLImageElement[]> {
  const quit = new AbortController()
  const stop = () => quit.abort()
  // Already aborted while this module was loading.
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const loaded: HTMLImageElement[] = []
  const pictures = pages.map(pictureOf)
  const left = pictures.entries()
  const worker = async () => {
    for (const [at, picture] of left) {
      if (quit.signal.aborted) return
      if (!(await fetchPicture(picture, pages[at]?.address ?? '', quit))) continue
      loaded.push(picture)
      onProgress(loaded.length)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  signal.removeEventListener('abort', stop)
  return pictures.filter((picture) => loaded.includes(picture))
}

function pictureOf({ name, isWide }: PageToPrint) {
  const picture = new Image()
  picture.alt = name
  if (isWide) picture.dataset.wide = ''
  return picture
}

function fetchPicture(picture: HTMLImageElement, address: string, quit: AbortController) {
  return new Promise<boolean>((resolve) => {
    const timeout = setTimeout(() => quit.abort(), TIMEOUT_MS)
    const finish = (isHere: boolean) => {
      clearTimeout(timeout)
      quit.signal.removeEventListener('abort', fail)
      // Cancels the request.
      if (!isHere) picture.removeAttribute('src')
      resolve(isHere)
    }
    const fail = () => finish(false)
    quit.signal.addEventListener('abort', fail)
    picture.src = address
    picture.decode().then(() => finish(true), fail)
  })
}

let cleanUp = () => {}

/**
 * False where no print dialog opens. The sheets stay until the user is back at the page: phones render them again for
 * every printer that is chosen, long after `afterprint`.
 */
export async function printPictures(pictures: HTMLImageElement[]): Promise<boolean> {
  cleanUp()
  const root = document.documentElement
  const sheets = document.createElement('div')
  sheets.className = 'print-sheets'
  sheets.append(...pictures)
  document.body.append(sheets)
  root.dataset.prints = ''
  const listeners = new AbortController()
  const { signal } = listeners
  cleanUp = () => {
    listeners.abort()
    sheets.remove()
    delete root.dataset.prints
    cleanUp = () => {}
  }
  const opened = new Promise<boolean>((resolve) => {
    window.addEventListener('beforeprint', () => resolve(true), { signal })
    signal.addEventListener('abort', () => resolve(true))
    setTimeout(() => resolve(false), DIALOG_MS)
  })
  window.print()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focus'])
    window.addEventListener(sign, () => cleanUp(), { signal })
  document.addEventListener('visibilitychange', () => document.hidden || cleanUp(), { signal })
  return await opened
}
