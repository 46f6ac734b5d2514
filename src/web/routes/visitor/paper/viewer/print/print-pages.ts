import './print-pages.css'

/** So many pictures are asked for at a time: the first ones come soon, also on a thin line. */
const AT_ONCE = 4
const PATIENCE_MS = 60_000
/** A browser that prints says so at once, or as soon as somebody has allowed it. */
const OPENS_MS = 1_500

export type PageToPrint = { address: string; name: string; isWide: boolean }

/**
 * Fetches and decodes the pictures of pages, and tells how many have come. Those that cannot be had are left out of what
 * it gives; one that has not come after a minute, or the signal, ends it.
 */
export async function fetchPictures(
  pages: PageToPrint[],
  signal: AbortSignal,
  onCome: (come: number) => void,
): Promise<HTMLImageElement[]> {
  const quit = new AbortController()
  const stop = () => quit.abort()
  // Also stopped already, while this very code was on its way.
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const come: HTMLImageElement[] = []
  const pictures = pages.map(pictureOf)
  const left = pictures.entries()
  const fetchOn = async () => {
    for (const [at, picture] of left) {
      if (quit.signal.aborted) return
      if (!(await fetchPicture(picture, pages[at]?.address ?? '', quit))) continue
      come.push(picture)
      onCome(come.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn))
  signal.removeEventListener('abort', stop)
  return pictures.filter((picture) => come.includes(picture))
}

function pictureOf({ name, isWide }: PageToPrint) {
  const picture = new Image()
  picture.alt = name
  if (isWide) picture.dataset.wide = ''
  return picture
}

/** Whether the picture has come. */
function fetchPicture(picture: HTMLImageElement, address: string, quit: AbortController) {
  return new Promise<boolean>((settle) => {
    const late = setTimeout(() => quit.abort(), PATIENCE_MS)
    const over = (isHere: boolean) => {
      clearTimeout(late)
      quit.signal.removeEventListener('abort', fail)
      // What is still on its way is called back.
      if (!isHere) picture.removeAttribute('src')
      settle(isHere)
    }
    const fail = () => over(false)
    quit.signal.addEventListener('abort', fail)
    picture.src = address
    picture.decode().then(() => over(true), fail)
  })
}

let putAway = () => {}

/**
 * Prints the pictures, one to a sheet, and nothing else; false where the browser gives no sign that it prints. They
 * stay, unseen, until somebody is at the page again: phones draw them anew for every printer that is chosen, long after
 * they have said that they are done.
 */
export async function printPictures(pictures: HTMLImageElement[]): Promise<boolean> {
  putAway()
  const root = document.documentElement
  const sheets = document.createElement('div')
  sheets.className = 'print-sheets'
  sheets.append(...pictures)
  document.body.append(sheets)
  root.dataset.prints = ''
  const over = new AbortController()
  const { signal } = over
  putAway = () => {
    over.abort()
    sheets.remove()
    delete root.dataset.prints
    putAway = () => {}
  }
  const opened = new Promise<boolean>((settle) => {
    window.addEventListener('beforeprint', () => settle(true), { signal })
    signal.addEventListener('abort', () => settle(true))
    setTimeout(() => settle(false), OPENS_MS)
  })
  window.print()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focus'])
    window.addEventListener(sign, () => putAway(), { signal })
  document.addEventListener('visibilitychange', () => document.hidden || putAway(), { signal })
  return await opened
}
