import type { App } from '#domain/app.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'

/** Above this a picture of its own costs a slow phone less than a page that is as much longer. */
const MOST_BYTES = 20_000
const ASKED_FIRST = /<img src="(\/files\/([^"]+))"[^>]* fetchPriority="high"/

/** The page with the thumbnail that it asks for first in it: it is what is painted largest, and needs no second way. */
export async function bringFirstPicture(
  html: string,
  app: Pick<App, 'readDb' | 'files' | 'log'>,
): Promise<string> {
  const [image, address = '', key = ''] = ASKED_FIRST.exec(html) ?? []
  const file = image ? await findFile(app, key) : null
  if (!image || !file || file.size > MOST_BYTES) return html
  const bytes = await openFile(app, file)
  if (!bytes) return html
  const text = Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64')
  const preload = `<link rel="preload" as="image" href="${address}" fetchPriority="high"/>`
  return html
    .replace(preload, '')
    .replace(image, image.replace(address, `data:${file.contentType};base64,${text}`))
}
