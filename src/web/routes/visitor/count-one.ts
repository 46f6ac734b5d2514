import type { InferResponseType } from 'hono/client'
import type { publicApi } from '#web/public-client.ts'

type Visits = (typeof publicApi.visits)['$post']
type Views = (typeof publicApi.papers)[':id']['views']['$post']

/** Counts one visit of the site. Plain `fetch` with the API's types: the typed client would weigh 2 KB on every page. */
export async function countOneVisit(): Promise<number> {
  const { visits }: InferResponseType<Visits, 200> = await post('/api/visits')
  return visits
}

/** Counts one view of a paper, even when the opened paper takes the page's place. */
export async function countOneView(paper: string): Promise<number> {
  const address = `/api/papers/${encodeURIComponent(paper)}/views`
  const { views }: InferResponseType<Views, 200> = await post(address, { keepalive: true })
  return views
}

async function post(address: string, how?: RequestInit) {
  const answer = await fetch(address, { method: 'POST', ...how })
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return await answer.json()
}
