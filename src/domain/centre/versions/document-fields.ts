import type { Centre } from '../centre.ts'
import { isSitePicture } from '../pictures/site-picture.ts'
import { defaultTexts } from '../texts/default-texts.ts'

type Leaf = string | number | boolean | null

/** Kept of a long text, in letters, where the journal says what was changed. */
const LONGEST = 200

/**
 * Every field by its path, such as `contacts.phone` or `slideshow.slides[0].title`; of long texts the first letters.
 * Texts that came with the pages are fields like those that a centre has written.
 */
export function fieldsOf(centre: Centre, longest = LONGEST): Record<string, Leaf> {
  return Object.fromEntries(
    leavesOf({ ...defaultTexts(), ...centre }, '').map(([path, value]) => [
      path,
      typeof value === 'string' ? shortened(value, longest) : value,
    ]),
  )
}

/** Of anything that came as JSON. */
export function leavesOf(value: unknown, path: string): [string, Leaf][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, `${path}[${at}]`))
  if (isSitePicture(value)) {
    const { picture, alt, translations } = value as { picture: string; alt?: string; translations?: object }
    return [
      [path, picture],
      ...leavesOf(alt, `${path}.alt`),
      ...leavesOf(translations, `${path}.translations`),
    ]
  }
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each, path ? `${path}.${name}` : name))
  return value === undefined ? [] : [[path, value as Leaf]]
}

function shortened(text: string, longest: number) {
  if (text.length <= longest) return text
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : text
}

/** Paths of the fields that differ. */
export function changedFields(one: Centre, other: Centre): string[] {
  const [was, is] = [fieldsOf(one, Number.POSITIVE_INFINITY), fieldsOf(other, Number.POSITIVE_INFINITY)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((path) => was[path] !== is[path])
}

/** Any part of a document as JSON. */
export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

type Merged = {
  document: Json
  /** Paths that both have changed, each to something else: mine wins. */
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
