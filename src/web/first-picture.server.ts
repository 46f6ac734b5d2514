import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'

/** Above this a picture of its own costs a slow phone less than a page that is as much longer. */
const MOST_BYTES = 20_000
/** A page waits no longer for it: a store that is far away, or ill, has it in memory for a later page or never. */
const WAIT_MS = 500
const ASKED_FIRST = /<img src="(\/files\/([^"]+))"[^>]* fetchPriority="high"/

type Needs = Pick<App, 'readDb' | 'files' | 'log'>

/** The page with the thumbnail that it asks for first in it: it is what is painted largest, and needs no second way. */
export async function bringFirstPicture(html: string, app: Needs): Promise<string> {
  const [image, address = '', key = ''] = ASKED_FIRST.exec(html) ?? []
  if (!image) return html
  const picture = await Promise.race([readPicture(app, key), after(WAIT_MS, null, { ref: false })])
  if (!picture) return html
  const inlined = `data:${picture.contentType};base64,${picture.bytes.toString('base64')}`
  const preload = `<link rel="preload" as="image" href="${address}" fetchPriority="high"/>`
  return html.replace(preload, '').replace(image, image.replace(address, inlined))
}

/** Null when there is none, or it is too large or cannot be read. */
async function readPicture(app: Needs, key: string) {
  try {
    const file = await findFile(app, key)
    if (!file || file.size > MOST_BYTES) return null
    const bytes = await openFile(app, file)
    return bytes && { contentType: file.contentType, bytes: await buffer(bytes) }
  } catch (err) {
    app.log.warn({ err, key }, 'a page comes without its picture')
    return null
  }
}
