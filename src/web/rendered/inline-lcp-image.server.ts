import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { App } from '#domain/app.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'
import type { RenderedPage, SharedPart } from '../context.ts'

/** Above this a picture of its own costs a slow phone less than a page that is as much longer. */
const MOST_BYTES = 20_000
/** A page waits no longer for it: a store that is far away, or ill, has it in memory for a later page or never. */
const WAIT_MS = 500
/** Some 27 KB each. */
const KEPT_PICTURES = 100
const PRELOADED = /<link rel="preload" as="image" href="(\/files\/([^"]+))" fetchPriority="high"\/>/

type Needs = Pick<App, 'readDb' | 'files' | 'log' | 'checks'>

/** By key, under which nothing ever changes; lists of the same papers begin with the same picture. */
const pictures = new LRUCache<string, SharedPart>({ max: KEPT_PICTURES })

/** The page with the thumbnail that it asks for first in it: it is what is painted largest, and needs no second way. */
export async function inlineLcpImage(head: string, body: string, app: Needs): Promise<RenderedPage> {
  const asked = [head, body]
  const [preload = '', address, key = ''] = PRELOADED.exec(head) ?? []
  const image = `<img src="${address}"`
  const at = body.indexOf(image)
  if (!preload || at < 0) return asked
  const picture = await Promise.race([findPicture(app, key), after(WAIT_MS, null, { ref: false })])
  if (!picture) return asked
  const before = body.slice(0, at + '<img src="'.length)
  return [head.replace(preload, ''), before, picture, body.slice(at + image.length - 1)]
}

/** Null when there is none, or it is too large or cannot be read. */
async function findPicture(app: Needs, key: string) {
  try {
    const file = await findFile(app, key)
    if (!file || file.size > MOST_BYTES) return null
    const known = pictures.get(key)
    if (known) return known
    const bytes = await openFile(app, file)
    if (typeof bytes === 'string') return null
    const address = `data:${file.contentType};base64,${(await buffer(bytes)).toString('base64')}`
    const picture = { bytes: Buffer.from(address) }
    pictures.set(key, picture)
    return picture
  } catch (err) {
    app.log.warn({ err, key }, 'a page comes without its picture')
    return null
  }
}
