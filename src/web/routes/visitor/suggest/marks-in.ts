/** Letters with their combining marks, and digits. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

export type Piece = { text: string; isTyped: boolean }

/** Marks the beginnings of words that were typed; a vowel sign is never cut from its letter. */
export function marksIn(label: string, typed: string): Piece[] {
  const asked = (typed.toLowerCase().match(WORD) ?? []).sort((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: word, index } of label.matchAll(WORD)) {
    const begun = asked.find((one) => word.toLowerCase().startsWith(one))
    if (!begun) continue
    const signs = /^\p{M}*/u.exec(word.slice(begun.length))?.[0].length ?? 0
    const end = index + begun.length + signs
    if (index > done) pieces.push({ text: label.slice(done, index), isTyped: false })
    pieces.push({ text: label.slice(index, end), isTyped: true })
    done = end
  }
  if (done < label.length) pieces.push({ text: label.slice(done), isTyped: false })
  return pieces
}
