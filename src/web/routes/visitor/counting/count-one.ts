import type { InferResponseType } from 'hono/client'
import { VISITOR_MARK } from '#domain/visits/visitor-mark.ts'
import { createStore } from '#web/ui/store.ts'
import type { publicApi } from './public-client.ts'

/** What this load counted; null until it has. */
export const countedVisits = createStore<number | null>(null)
let isSent = false

/** Counts this load of the app once; a prerendered page counts when it becomes visible. */
export function countVisit(): void {
  if (isSent) return
  isSent = true
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', () => void send(), { once: true })
  else void send()
}

async function send() {
  try {
    countedVisits.set(await countOneVisit())
  } catch (error) {
    console.warn('The visit was not counted.', error)
  }
}

/** What the server said when views of papers were counted here. */
export const countedViews = createStore<ReadonlyMap<string, number>>(new Map())

/** The number rises only when the server has counted. */
export async function countView(paper: string): Promise<void> {
  try {
    const views = await countOneView(paper)
    countedViews.set(new Map(countedViews.get()).set(paper, views))
  } catch (error) {
    console.warn('The view was not counted.', error)
  }
}

/** Addresses of counters that could not be reached, oldest first. */
const KEY = 'counts-to-send'
const MOST = 50

/** For when the connection is back. */
function countLater(address: string): void {
  write([...read(), address].slice(-MOST))
}

/** Each is noted off before it is sent: one whose answer is lost is not sent twice. */
async function sendCounts(post: (address: string) => Promise<unknown>): Promise<void> {
  for (let [address, ...rest] = read(); address && navigator.onLine; [address, ...rest] = read()) {
    write(rest)
    await post(address).catch(() => {})
  }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

function write(addresses: string[]) {
  try {
    if (addresses.length > 0) localStorage.setItem(KEY, JSON.stringify(addresses))
    else localStorage.removeItem(KEY)
  } catch {
    // Not allowed: these are not counted.
  }
}

type Visits = (typeof publicApi.visits)['$post']
type Views = (typeof publicApi.papers)[':id']['views']['$post']

/** Plain `fetch` with the API's types: the typed client would add 2 KB to every page. */
export async function countOneVisit(): Promise<number> {
  const { visits }: InferResponseType<Visits, 200> = await post('/api/visits')
  return visits
}

/** Identifies double taps. In memory only, so that it follows nobody from visit to visit. */
let visitor = ''

/** `keepalive` counts it even when the opened paper replaces the page; a double tap is one view. */
export async function countOneView(paper: string): Promise<number> {
  visitor ||= newMark()
  const address = `/api/papers/${encodeURIComponent(paper)}/views`
  const { views }: InferResponseType<Views, 200> = await post(address, {
    keepalive: true,
    headers: { [VISITOR_MARK]: visitor },
  })
  return views
}

function newMark() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** What could not be counted offline. */
export async function countMissed(): Promise<void> {
  await sendCounts(post)
}

async function post(address: string, how?: RequestInit) {
  const answer = await fetch(address, { method: 'POST', ...how }).catch((error: unknown) => {
    // Only where it cannot have arrived.
    if (!navigator.onLine) countLater(address)
    throw error
  })
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return await answer.json()
}

/** Within these milliseconds a second tap on the same is a double tap. */
const SAME_MS = 3_000
const clicked = new Map<string, number>()

/** Told by a beacon: what was clicked opens at once, and neither waits for the count nor hears of its failure. */
export function countCtaClick(target: string): void {
  const now = performance.now()
  if (now - (clicked.get(target) ?? -SAME_MS) < SAME_MS) return
  clicked.set(target, now)
  navigator.sendBeacon(`/api/taps/${encodeURIComponent(target)}`)
}
