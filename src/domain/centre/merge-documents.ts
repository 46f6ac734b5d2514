import { isSitePicture } from './pictures/site-picture.ts'

/** Any part of a document as JSON. */
export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

export type Merged = {
  document: Json
  /** Paths that both have changed, each to something else: mine stands. */
  both: string[]
  /** Paths that only they have changed. */
  theirs: string[]
}

/** Puts what I have changed since `base` on top of what they have published since. A list counts as one field, and so does a picture. */
export function mergeDocuments(base: Json, mine: Json, theirs: Json, path = ''): Merged {
  // What was not there yet, such as the first texts in another language, is put together as well.
  if (areObjects(base ?? {}, mine, theirs)) {
    const [was, own, other] = [base, mine, theirs] as ({ [name: string]: Json } | undefined)[]
    const names = [...new Set([...Object.keys(other ?? {}), ...Object.keys(own ?? {})])]
    const parts = names.map((name) => ({
      name,
      ...mergeDocuments(was?.[name], own?.[name], other?.[name], path ? `${path}.${name}` : name),
    }))
    return {
      document: Object.fromEntries(parts.map(({ name, document }) => [name, document])),
      both: parts.flatMap(({ both }) => both),
      theirs: parts.flatMap((part) => part.theirs),
    }
  }
  if (isSame(mine, theirs)) return { document: mine, both: [], theirs: [] }
  if (isSame(mine, base)) return { document: theirs, both: [], theirs: [path] }
  return { document: mine, both: isSame(theirs, base) ? [] : [path], theirs: [] }
}

function areObjects(...values: Json[]) {
  return values.every(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value) && !isSitePicture(value),
  )
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
