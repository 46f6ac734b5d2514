import type { Asked } from './ask-steadily.ts'

/** What a crowd asks for, as the site draws and counts it without a cache. */
export type CrowdRow = { name: string; requests: Asked[] }

export async function uncachedRows(origin: string, ids: string[]): Promise<CrowdRow[]> {
  const papers = await Promise.all(ids.slice(0, 100).map((id) => pathOfPaper(origin, id)))
  return [
    row('Home', '/'),
    row('Practice', '/practice'),
    row('a list', '/resources/cbse/12/'),
    { name: 'a paper', requests: papers.map((path) => ({ path })) },
    row('a search', '/search?q=optics+physics'),
    row('Pricing', '/pricing'),
    row('GET /api/papers', '/api/papers'),
    {
      name: '+1, durable',
      requests: ids.map((id) => ({ method: 'POST', path: `/api/papers/${id}/views` })),
    },
  ]
}

function row(name: string, path: string): CrowdRow {
  return { name, requests: [{ path }] }
}

export async function pathOfPaper(origin: string, id: string) {
  const { url } = await fetch(`${origin}/papers/${id}`)
  return new URL(url).pathname
}
