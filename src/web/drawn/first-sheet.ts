import type { SharedPart } from '../context.ts'

/** The styles of a page; rules that only seldom parts of it need stand between marks: `/*[failed,found*\/`, `/*]*\/`. */
export type FirstSheet = {
  css: string
  /** By the seldom part, the class names that tell that a page shows it. */
  seldom: Record<string, string[]>
}

const MARKED = /\/\*\[([\w,]+)\*\/([\s\S]*?)\/\*\]\*\//g
const EMPTY_GROUP = /@(?:media|supports)[^{};]*\{\}/g

/** Gives each page the rules of what it shows: the same bytes to pages that show the same parts. */
export function sheetFor({ css, seldom }: FirstSheet): (html: string) => SharedPart {
  const parts = Object.keys(seldom)
  const partsByName = new Map<string, string[]>()
  for (const part of parts)
    for (const name of seldom[part] ?? []) partsByName.set(name, [...(partsByName.get(name) ?? []), part])
  // By the whole attribute, of which a page has many alike.
  const partsByClasses = new Map<string, string[]>()
  const partsOf = (classes: string) => {
    const known =
      partsByClasses.get(classes) ?? classes.split(' ').flatMap((name) => partsByName.get(name) ?? [])
    partsByClasses.set(classes, known)
    return known
  }
  const made = new Map<string, SharedPart>()
  return (html) => {
    const found = new Set(classesOf(html).flatMap(partsOf))
    const shown = parts.filter((part) => found.has(part))
    const key = shown.join()
    const known = made.get(key) ?? { bytes: Buffer.from(cssOf(css, shown)), isStyle: true }
    made.set(key, known)
    return known
  }
}

const CLASS = ' class="'

/** As HTML writes them, in which a name with one of &<>"' is another. Five times as fast as a pattern for each part. */
function classesOf(html: string): string[] {
  const all: string[] = []
  for (let at = html.indexOf(CLASS); at >= 0; ) {
    const from = at + CLASS.length
    const to = html.indexOf('"', from)
    all.push(html.slice(from, to))
    at = html.indexOf(CLASS, to)
  }
  return all
}

function cssOf(css: string, shown: string[]): string {
  let left = css.replace(MARKED, (_, names: string, rules: string) =>
    names.split(',').some((name) => shown.includes(name)) ? rules : '',
  )
  for (let before = ''; before !== left; ) {
    before = left
    left = left.replace(EMPTY_GROUP, '')
  }
  return left
}
