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
