import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { InboxChanges, InboxFile } from '#domain/inbox/inbox.ts'
import { FIELDS, type SignedIn } from './site.ts'
import { filesIn, rowsOf } from './stored.ts'

type Fetching = { fetch(path: string, init?: RequestInit): Promise<Response> }
type Who = Pick<SignedIn, 'headers'>

/** Publishes a file of the inbox; what is not given is as in FIELDS. */
export function publishAhead(
  site: Fetching,
  { headers }: Who,
  uploadId: string,
  fields: Record<string, unknown> = {},
): Promise<Response> {
  return site.fetch(`/api/admin/inbox/${uploadId}/publication`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...FIELDS, ...fields }),
  })
}

/** What has changed in the inbox since a version. */
export async function inboxChanges(site: Fetching, { headers }: Who, after: number): Promise<InboxChanges> {
  const answer = await site.fetch(`/api/admin/inbox?after=${after}`, { headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as InboxChanges
}

/** The files that are in the inbox, as an administrator sees them. */
export async function inboxOf(site: Fetching, { headers }: Who): Promise<InboxFile[]> {
  const answer = await site.fetch('/api/admin/inbox', { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { files: InboxFile[] }).files
}

/** Exactly these are in the inbox, each with its row, its bytes and its picture, for the server's account alone. */
export async function expectInbox(dataDir: string, names: string[]) {
  const rows = await rowsOf(dataDir, 'select upload_id, size from inbox order by upload_id')
  expect(rows.map((row) => row.upload_id)).toEqual([...names].sort())
  const folder = join(dataDir, 'inbox')
  const files = [...names].sort().flatMap((name) => [join(name, 'page-1.webp'), join(name, 'paper.pdf')])
  // What renders page 1 has a copy of the file that it renders, next to the others.
  await expect.poll(() => filesIn(folder), { timeout: 60_000 }).toEqual(files)
  for (const row of rows) {
    expect(statSync(join(folder, String(row.upload_id), 'paper.pdf')).size).toBe(row.size)
  }
  for (const path of [
    folder,
    ...names.map((name) => join(folder, name)),
    ...files.map((file) => join(folder, file)),
  ]) {
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
  }
}
