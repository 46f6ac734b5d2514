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
  const parts = Object.entries(seldom).map(([name, classes]) => ({ name, shown: showing(classes) }))
  const made = new Map<string, SharedPart>()
  return (html) => {
    const shown = parts.filter((part) => part.shown.test(html)).map(({ name }) => name)
    const key = shown.join()
    const known = made.get(key) ?? { bytes: Buffer.from(cssOf(css, shown)), isStyle: true }
    made.set(key, known)
    return known
  }
}

/** Names that HTML writes otherwise stand beside others in the same part. */
function showing(classes: string[]) {
  const plain = classes.filter((name) => !/[&<>"']/.test(name)).map((name) => RegExp.escape(name))
  return new RegExp(`class="(?:[^"]* )?(?:${plain.join('|')})[ "]`)
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
