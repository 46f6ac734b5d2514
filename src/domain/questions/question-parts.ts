/** Safe in the browser. */

export const LETTERS = 'ABCD'
/** The marks of options: (A), (a) or A), (1) or 1), (அ). */
const MARKS = ['ABCD', 'abcd', '1234', 'அஆஇஈ'].map((four) =>
  [...four].map(
    (each) => new RegExp(String.raw`(?:\(\s*${each}\s*\)|(?<![\p{L}\p{M}\d(])${each}\s*\))`, 'u'),
  ),
)

/** "ABCD" where a question offers four options, in whatever order its columns were read; else "". */
export function optionsIn(text: string): string {
  return MARKS.some((four) => four.every((mark) => mark.test(text))) ? LETTERS : ''
}

/** How parts are labelled, each in its order. */
const ORDERS = [
  [...'abcdefgh'],
  [...'ABCDEFGH'],
  ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'],
]
/** At the beginning of a line, after the number of the question on its first one. */
const LABEL = /^(?:Q?\s*\d{1,3}(?:\.\d{1,2})?\s*[.):]?\s*)?\(?\s*(?<label>[a-h]|[ivx]{1,4})\s*\)/iu

/** The labels of a question's parts in their order, "a", "b" or "i", "ii"; none for the options of a multiple choice, and of one part alone. */
export function partsIn(text: string): string[] {
  if (optionsIn(text) !== '') return []
  const labels = text.split('\n').flatMap((line) => LABEL.exec(line.trim())?.groups?.label ?? [])
  const found = ORDERS.map((ordered) => {
    let next = 0
    // Alternatives begin again: "(a) … OR (a) …".
    return labels.filter((label) => label === ordered[next] && ++next > 0)
  })
  return found.find(({ length }) => length > 1) ?? []
}
