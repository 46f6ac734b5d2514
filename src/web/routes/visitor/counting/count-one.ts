import type { InferResponseType } from 'hono/client'
import { VISITOR_MARK } from '#domain/visits/visitor-mark.ts'
import { countLater, sendCounts } from './count-later.ts'
import type { publicApi } from './public-client.ts'

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

/** What could not be counted without a line. */
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
