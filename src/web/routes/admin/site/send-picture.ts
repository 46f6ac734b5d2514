import type { Crop, Size } from '#domain/centre/pictures/crop.ts'
import type { PictureUse, SitePicture } from '#domain/centre/pictures/site-picture.ts'
import { PICTURE_LIMIT, STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { callAdmin, guardedFetch } from '../client/call-admin.ts'
import { readRefusal } from '../client/call-error.ts'
import { namedUpload, type SendOptions, sendFiles, uploadOf } from '../client/send-files.ts'

export type Source = { source: string } & Size

/** What is wrong with a file as far as can be seen before it is sent, or ''. */
export function faultOfPicture({ size, type }: File): string {
  if (size === 0) return 'This file is empty; choose another.'
  if (size > PICTURE_LIMIT)
    return `This file is larger than ${PICTURE_LIMIT / 1024 ** 2} MiB; choose a smaller one.`
  if (/^(application\/pdf|video\/|audio\/|text\/)/.test(type))
    return 'This file is not a picture; choose another.'
  return ''
}

/** Sends a picture, to be cropped. Sent again, it goes on where it broke off. Throws a `CallError`. */
export async function sendPicture(file: File, use: PictureUse, options: SendOptions): Promise<Source> {
  const upload = uploadOf(file)
  const answer = await sendFiles(
    [upload],
    { method: 'POST', path: '/site/pictures', json: { ...namedUpload(upload), use } },
    options,
  )
  return await answer.json()
}

/** What was kept of a picture. It comes by a call, because it needs the administrator's token. */
export async function fetchSource(source: string): Promise<Blob> {
  const answer = await guardedFetch(`/api/admin/site/pictures/${source}`)
  if (!answer.ok) throw await readRefusal(answer)
  return await answer.blob()
}

/** Makes the files that the pages show. Throws a `CallError`. */
export async function cropSource(source: string, use: PictureUse, crop: Crop): Promise<SitePicture> {
  const ask = { param: { source }, json: { use, crop } }
  // It waits for others' pictures to be made.
  const options = { limit: STORAGE_RETRY_LIMIT }
  return (await callAdmin((api) => api.site.pictures[':source'].crops.$post(ask), options)).picture
}
