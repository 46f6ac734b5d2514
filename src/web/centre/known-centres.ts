import type { PublicCentre } from '#domain/centre/centre.ts'

/** More than pages that are rendered at once have, previews among them. */
const MOST_KNOWN = 20
const known = new Map<string, PublicCentre>()

/** Keeps what the centre says of itself by its digest, which is all that a visitor's page carries of it. */
export function registerCentre(digest: string, centre: PublicCentre): void {
  known.delete(digest)
  known.set(digest, centre)
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
}

export function centreOf(digest: string): PublicCentre | undefined {
  return known.get(digest)
}
