import type { Centre } from '../centre.ts'

/** Kept of a long text. */
const LONGEST = 200

/** Every field of the document by its path, such as `contacts.phone` or `slideshow.slides[0].title`. Safe in the browser. */
export function fieldsOf(centre: Centre): Record<string, string | number | boolean | null> {
  return Object.fromEntries(leavesOf(centre, ''))
}

function leavesOf(value: unknown, path: string): [string, string | number | boolean | null][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, `${path}[${at}]`))
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([name, each]) => leavesOf(each, path ? `${path}.${name}` : name))
  if (value === undefined) return []
  return [[path, typeof value === 'string' ? shortened(value) : (value as number | boolean | null)]]
}

function shortened(text: string) {
  const letters = [...text]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : text
}
