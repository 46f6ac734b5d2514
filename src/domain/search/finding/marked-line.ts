const LINE_LENGTH = 160

/** `marks` are where the found words are: first character, and the one after the last. */
export type MarkedLine = { line: string; marks: [start: number, end: number][] }

const WORD = /[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu
/** Letters that all forms of a word share at least. */
const SHARED = 3
/** Without accents, as most words are. */
const ASCII = /^[\x21-\x7e]*$/
/** Different endings of the same English word. */
const ENDING =
  /^(?:|s|es|ed|d|ing|ly|y|ies|er|ers|or|ion|ions|al|e|ation|ations|ment|ments|ix|ices|ex|is|ses)$/

/** The first of the lines with most of the words or, of `rows`, words one after the other; where a row is cut by the end
 * of a line, its words. Null when none has any. */
export function markLine(text: string, words: string[], rows: string[][] = []): MarkedLine | null {
  const looked = Map.groupBy(words.map(fold), startOf)
  let best: { line: string; marks: [number, number][]; distinct: number } | null = null
  for (const line of linesOf(text)) {
    const { marks, distinct } = marksIn(line, looked, rows)
    if (distinct > (best?.distinct ?? 0)) best = { line, marks, distinct }
  }
  if (!best && rows.length > 0) return markLine(text, rows.flat())
  return best && { line: best.line, marks: best.marks }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\n+/).map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.flatMap((line) => {
    const cut: string[] = []
    let rest = line
    while (rest.length > LINE_LENGTH) {
      const space = rest.lastIndexOf(' ', LINE_LENGTH)
      const end = space > LINE_LENGTH / 2 ? space : wholeEnd(rest, LINE_LENGTH)
      cut.push(rest.slice(0, end))
      rest = rest.slice(end).trim()
    }
    return rest === '' ? cut : [...cut, rest]
  })
}

/** Cuts no mark from its letter, and no surrogate pair in two. */
function wholeEnd(text: string, end: number): number {
  let at = end
  while (at > 1 && /[\p{M}\udc00-\udfff]/u.test(text[at] ?? '')) at--
  return at
}

function startOf(word: string) {
  return word.slice(0, SHARED)
}

function marksIn(line: string, looked: Map<string, string[]>, rows: string[][]) {
  const marks: [number, number][] = []
  const found = new Set<string>()
  // The s of "Ohm's law" is no word between the two.
  const words = [...line.matchAll(WORD)].filter(
    ({ 0: word, index }) => word !== 's' || !/['’]/.test(line[index - 1] ?? ''),
  )
  const read = words.map(({ 0: word, index }) => ({ word: fold(word), from: index, to: index + word.length }))
  for (let at = 0; at < read.length; at++) {
    const { word, from, to } = read[at] as (typeof read)[number]
    const row = rows.find((each) =>
      each.every((other, nth) => isSame(read[at + nth]?.word ?? '', fold(other))),
    )
    const same = row?.join(' ') ?? looked.get(startOf(word))?.find((other) => isSame(word, other))
    if (same === undefined) continue
    if (row) at += row.length - 1
    marks.push([from, row ? (read[at]?.to ?? to) : to])
    found.add(same)
  }
  return { marks, distinct: found.size }
}

function isSame(one: string, other: string): boolean {
  if (one === other) return true
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  // Both endings may begin with the same letter: matr-ix, matr-ices.
  return [shared, shared - 1].some(
    (at) => at >= SHARED && ENDING.test(one.slice(at)) && ENDING.test(other.slice(at)),
  )
}

function fold(word: string) {
  if (ASCII.test(word)) return word.toLowerCase()
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}
