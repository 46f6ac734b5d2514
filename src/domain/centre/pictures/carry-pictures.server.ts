import type { App } from '#domain/app.ts'
import { selectKnownKeys } from '#domain/files/store.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import type { Centre } from '../centre.ts'
import { namedPictures, withPictures } from './given-pictures.ts'
import { cropPicture, keepSource, readSource } from './keep-picture.server.ts'
import { keysOf, type SitePicture } from './site-picture.ts'

type Storing = Pick<App, 'db' | 'readDb' | 'files' | 'pictures' | 'clock'>

/** The sources of a document's pictures by their digests, in base64; one that is lost is left out. */
export async function readSources(
  app: Pick<App, 'readDb' | 'files'>,
  centre: Centre,
): Promise<Record<string, string>> {
  const sources: Record<string, string> = {}
  for (const { picture } of namedPictures(centre)) {
    const source = picture.from?.source
    if (source === undefined || sources[source]) continue
    const bytes = await readSource(app, source)
    if (bytes) sources[source] = Buffer.from(bytes).toString('base64')
  }
  return sources
}

/**
 * The document with its pictures on this site: what is here stays as it is, and all else is made anew of the sources that
 * came with it, which are trusted no more than any upload. One that cannot be made is a refusal that names its field.
 */
export async function takePicturesIn(
  app: Storing,
  centre: Centre,
  sources: Record<string, string>,
  copyOf: (bytes: Uint8Array) => Promise<{ path: string }>,
): Promise<Centre | Refusal> {
  const made = new Map<string, SitePicture>()
  for (const { path, use, picture } of namedPictures(centre)) {
    const keys = keysOf(use, picture)
    if ((await selectKnownKeys(app.readDb, keys)).size === keys.length) continue
    const { source, crop } = picture.from ?? {}
    const base64 = source && sources[source]
    if (!base64 || !crop)
      return { refused: 'picture-missing', field: path, sentence: 'has a picture that is not in the file' }
    const { path: copy } = await copyOf(Buffer.from(base64, 'base64'))
    const kept = await keepSource(app, copy, use)
    if ('refused' in kept) return { ...kept, field: path }
    const cropped = await cropPicture(app, kept.source, use, crop)
    if (!cropped) throw new Error('A source was gone as soon as it was kept.')
    if ('refused' in cropped) return { ...cropped, field: path }
    made.set(picture.picture, cropped)
  }
  return withPictures(centre, (picture) => ({ ...picture, ...made.get(picture.picture) }))
}
