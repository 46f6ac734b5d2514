import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'
import type { StoredFile } from '#domain/files/stored-file.ts'

/** Above this a picture of its own costs a slow phone less than a page that is as much longer. */
const MOST_BYTES = 20_000
/** A page waits no longer for it: a store that is far away, or ill, has it in memory for a later page or never. */
const WAIT_MS = 500
const ASKED_FIRST = /<img src="(\/files\/([^"]+))"[^>]* fetchPriority="high"/

type Needs = Pick<App, 'readDb' | 'files' | 'log'>

/** The page with the thumbnail that it asks for first in it: it is what is painted largest, and needs no second way. */
export async function bringFirstPicture(html: string, app: Needs): Promise<string> {
  const [image, address = '', key = ''] = ASKED_FIRST.exec(html) ?? []
  const file = image ? await findFile(app, key) : null
  if (!image || !file || file.size > MOST_BYTES) return html
  const bytes = await Promise.race([readPicture(app, file), after(WAIT_MS, null, { ref: false })])
  if (!bytes) return html
  const inlined = `data:${file.contentType};base64,${bytes.toString('base64')}`
  const preload = `<link rel="preload" as="image" href="${address}" fetchPriority="high"/>`
  return html.replace(preload, '').replace(image, image.replace(address, inlined))
}

async function readPicture(app: Needs, file: StoredFile): Promise<Buffer | null> {
  try {
    const bytes = await openFile(app, file)
    return bytes && (await buffer(bytes))
  } catch (err) {
    app.log.warn({ err, key: file.fullPath }, 'a page comes without its picture')
    return null
  }
}
