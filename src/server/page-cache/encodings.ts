import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Below this, the headers weigh more than what compression saves. */
const WORTH_COMPRESSING = 1_024
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml))|image\/svg)/
const KNOWN_HEADERS = 200

const known = new Map<string, Encoding[]>()

/** What an Accept-Encoding header allows, the best first; without one, or for one that cannot be read, the body as it is. */
export function allowedEncodings(accepted: string | undefined): Encoding[] {
  if (!accepted) return ['identity']
  const readBefore = known.get(accepted)
  if (readBefore) return readBefore
  const allowed = readAllowed(accepted)
  if (known.size >= KNOWN_HEADERS) known.clear()
  known.set(accepted, allowed)
  return allowed
}

function readAllowed(accepted: string): Encoding[] {
  const wanted = parseAccept(accepted.toLowerCase())
  const any = wanted.find(({ type }) => type === '*')?.q ?? 0
  const quality = (name: string) => wanted.find(({ type }) => type === name)?.q ?? any
  const compressed = (['br', 'gzip'] as const).filter((name) => quality(name) > 0)
  if (quality('gzip') > quality('br')) compressed.reverse()
  return [...compressed, 'identity']
}

export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= WORTH_COMPRESSING && COMPRESSIBLE.test(contentType)
}
