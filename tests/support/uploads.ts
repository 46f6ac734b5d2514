import type { Socket } from 'node:net'
import { plainPdf } from './made-pdfs.ts'
import { openPost } from './raw-http.ts'

type Fetching = { fetch(path: string, init?: RequestInit): Promise<Response> }
type Headers = Record<string, string>
/** How a request names an upload that it wants to use. */
export type SentUpload = { uploadId: string; name: string; size: number; withoutScripts?: boolean }

const PATH = '/api/admin/uploads'
const BYTES = { 'Content-Type': 'application/offset+octet-stream' }
let count = 0

/** A name that no other upload of this process has. */
export function newUploadId(): string {
  count += 1
  return `upload-${process.pid}-${count}`
}

/** Sends bytes of an upload, from `offset` on. */
export function sendBytes(
  site: Fetching,
  headers: Headers,
  uploadId: string,
  bytes: Uint8Array,
  { offset = 0, length = offset + bytes.length }: { offset?: number; length?: number } = {},
): Promise<Response> {
  return site.fetch(`${PATH}/${uploadId}`, {
    method: 'PATCH',
    headers: { ...headers, ...BYTES, 'Upload-Offset': String(offset), 'Upload-Length': String(length) },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
}

/** How many bytes of an upload have arrived. */
export async function offsetOf(site: Fetching, headers: Headers, uploadId: string): Promise<number> {
  return (await (await site.fetch(`${PATH}/${uploadId}`, { headers })).json()).offset
}

/** A connection that sends an upload's bytes piece by piece; what it is answered grows in `answer`. */
export async function openUpload(
  site: { origin: string },
  headers: Headers,
  uploadId: string,
  { length, offset = 0, chunked = false }: { length: number; offset?: number; chunked?: boolean },
): Promise<{ socket: Socket; answer: () => string }> {
  const socket = await openPost(
    site.origin,
    `${PATH}/${uploadId}`,
    {
      ...headers,
      ...BYTES,
      ...{ 'Upload-Offset': String(offset), 'Upload-Length': String(length), Connection: 'close' },
      ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(length - offset) }),
    },
    'PATCH',
  )
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    answer += chunk
  })
  return { socket, answer: () => answer }
}

/** Uploads a file, then says by `use` what it is for; answers what the first of both that was refused answered. */
export async function sendAndUse(
  site: Fetching,
  headers: Headers,
  file: Uint8Array,
  { uploadId = newUploadId(), name = 'paper.pdf', withoutScripts }: Partial<SentUpload>,
  use: (upload: SentUpload) => { method: string; path: string; json: object; headers?: Headers },
): Promise<Response> {
  const isThere = file.length > 0 && (await offsetOf(site, headers, uploadId)) === file.length
  const sent = isThere ? null : await sendBytes(site, headers, uploadId, file)
  if (sent && !sent.ok && sent.status !== 409) return sent
  const { method, path, json, headers: more } = use({ uploadId, name, size: file.length, withoutScripts })
  return await site.fetch(`/api/admin${path}`, {
    method,
    headers: { ...headers, ...more, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })
}

/** Sends a file ahead of its fields. */
export function sendAhead(
  site: Fetching,
  { headers }: { headers: Headers },
  uploadId: string,
  {
    file = plainPdf(),
    folders,
    ...more
  }: { file?: Uint8Array; name?: string; folders?: string; withoutScripts?: boolean } = {},
): Promise<Response> {
  return sendAndUse(site, headers, file, { uploadId, ...more }, (upload) => ({
    ...{ method: 'POST', path: '/inbox', json: { ...upload, folders } },
  }))
}

/** What the Upload PDF form sends. */
export type SentPaper = {
  fields: Record<string, unknown>
  file: Uint8Array | null
  fileName: string
  thumbnail?: Uint8Array
}

/** Uploads a paper's files and publishes it with its fields. */
export async function postPaper(
  site: Fetching,
  headers: Headers,
  { fields, file, fileName, thumbnail }: SentPaper,
  { uploadId = newUploadId(), withoutScripts }: { uploadId?: string; withoutScripts?: boolean } = {},
): Promise<Response> {
  const publish = (more: object) => ({
    ...{ method: 'POST', path: `/inbox/${uploadId}/publication`, json: { ...fields, ...more } },
  })
  const post = (more: { thumbnail?: SentUpload }) =>
    sendAndUse(
      site,
      headers,
      file ?? new Uint8Array(),
      { uploadId, name: fileName, withoutScripts },
      ({ uploadId: _, ...sent }) => publish({ ...more, ...(file && { file: sent }) }),
    )
  if (!thumbnail) return await post({})
  const picture = { uploadId: newUploadId(), name: 'picture.png', size: thumbnail.length }
  const sent = await sendBytes(site, headers, picture.uploadId, thumbnail)
  return sent.ok ? await post({ thumbnail: picture }) : sent
}
