import type { Entry } from '#domain/journal/entry.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import type { SignedIn, Site } from './site.ts'
import { sendAndUse } from './uploads.ts'

type Answer = { status: number; body: AdminPaper & Problem; headers: Headers }
type Problem = { code: string; detail: string; field: string; current: AdminPaper }
type AdminListPage = {
  papers: AdminPaper[]
  page: number
  pages: number
  total: number
  more: boolean
  samples: boolean
  binned: number
}

/** What the administrator does with papers, as whole requests. */
export function paperClient(site: Pick<Site, 'fetch'>, admin: SignedIn) {
  const call = async (method: string, path: string, more: RequestInit & { match?: string } = {}) => {
    const { match, ...init } = more
    const headers: Record<string, string> = { ...admin.headers, ...(init.headers as Record<string, string>) }
    if (match !== undefined) headers['If-Match'] = match
    const answer = await site.fetch(`/api/admin${path}`, { method, ...init, headers })
    const text = await answer.text()
    return {
      status: answer.status,
      body: text === '' ? null : JSON.parse(text),
      headers: answer.headers,
    } as Answer
  }
  const json = (fields: unknown) => ({
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const read = async <Body>(path: string) => (await call('GET', path)).body as unknown as Body
  return {
    call,
    get: (id: string) => call('GET', `/papers/${id}`),
    list: (query = '') => read<AdminListPage>(`/papers?${query}`),
    revise: (id: string, fields: unknown, version: number | string = '*') =>
      call('PATCH', `/papers/${id}`, {
        ...json(fields),
        match: typeof version === 'number' ? `"${version}"` : version,
      }),
    async replace(
      id: string,
      part: string,
      bytes: Uint8Array,
      {
        match,
        ...named
      }: { name?: string; match?: string; uploadId?: string; withoutScripts?: boolean } = {},
    ) {
      const answer = await sendAndUse(site, admin.headers, bytes, { name: 'new.pdf', ...named }, (json) => ({
        ...{ method: 'PUT', path: `/papers/${id}/${part}`, json },
        ...(match && { headers: { 'If-Match': match } }),
      }))
      return { status: answer.status, body: await answer.json(), headers: answer.headers } as Answer
    },
    putBack: (id: string, key: unknown, match = '*') =>
      call('POST', `/papers/${id}/former-files`, { ...json({ key }), match }),
    takeAway: (id: string, part: string) => call('DELETE', `/papers/${id}/${part}`),
    bin: (id: string) => call('DELETE', `/papers/${id}`),
    restore: (id: string) => call('POST', `/papers/${id}/restoration`),
    deleteForGood: (id: string) => call('DELETE', `/bin/${id}`),
    together: (body: unknown) => call('POST', '/bulk', json(body)),
    async journal(subjectId: string): Promise<Entry[]> {
      return (await read<{ entries: Entry[] }>(`/journal?subjectId=${subjectId}`)).entries
    },
  }
}

export type PaperClient = ReturnType<typeof paperClient>
