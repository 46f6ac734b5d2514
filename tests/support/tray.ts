import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TrayChanges, TrayFile } from '#domain/tray/tray.ts'
import { plainPdf } from './made-pdfs.ts'
import { FIELDS, type SignedIn } from './site.ts'
import { filesIn, rowsOf } from './stored.ts'

type Fetching = { fetch(path: string, init?: RequestInit): Promise<Response> }
type Who = Pick<SignedIn, 'headers'>

/** Sends a file ahead of its fields. */
export function sendAhead(
  site: Fetching,
  { headers }: Who,
  uploadId: string,
  {
    file = plainPdf(),
    name = 'paper.pdf',
    folders,
  }: { file?: Uint8Array; name?: string; folders?: string } = {},
): Promise<Response> {
  const body = new FormData()
  if (folders !== undefined) body.set('folders', folders)
  body.set('file', new Blob([file as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), name)
  return site.fetch('/api/admin/tray', {
    method: 'POST',
    headers: { ...headers, 'Upload-Id': uploadId },
    body,
  })
}

/** Publishes a file of the tray; what is not given is as in FIELDS. */
export function publishAhead(
  site: Fetching,
  { headers }: Who,
  uploadId: string,
  fields: Record<string, unknown> = {},
): Promise<Response> {
  return site.fetch(`/api/admin/tray/${uploadId}/publication`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...FIELDS, ...fields }),
  })
}

/** What has changed on the tray since a version. */
export async function trayChanges(site: Fetching, { headers }: Who, after: number): Promise<TrayChanges> {
  const answer = await site.fetch(`/api/admin/tray?after=${after}`, { headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as TrayChanges
}

/** The files that lie on the tray, as an administrator sees them. */
export async function trayOf(site: Fetching, { headers }: Who): Promise<TrayFile[]> {
  const answer = await site.fetch('/api/admin/tray', { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { files: TrayFile[] }).files
}

/** Exactly these lie on the tray, each with its row, its bytes and its picture, for the server's account alone. */
export function expectTray(dataDir: string, names: string[]) {
  const rows = rowsOf(dataDir, 'select upload_id, size from tray order by upload_id')
  expect(rows.map((row) => row.upload_id)).toEqual([...names].sort())
  const folder = join(dataDir, 'tray')
  const files = [...names].sort().flatMap((name) => [join(name, 'page-1.webp'), join(name, 'paper.pdf')])
  expect(filesIn(folder)).toEqual(files)
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
