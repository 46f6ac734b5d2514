import { hash } from 'node:crypto'
import { type Centre, type PublicCentre, publicPart } from '../centre.ts'

export type PublicContent = { digest: string; centre: PublicCentre; json: string }

const made = new WeakMap<Centre, PublicContent>()

/** What browsers get of a centre, with its digest of 22 letters; made once for a version. */
export function publicContent(centre: Centre): PublicContent {
  const known = made.get(centre)
  if (known) return known
  const part = publicPart(centre)
  const json = JSON.stringify(part)
  const content = { digest: hash('sha256', json, 'base64url').slice(0, 22), centre: part, json }
  made.set(centre, content)
  return content
}
