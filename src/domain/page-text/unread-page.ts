import { removeGarbage } from './remove-garbage.ts'

/** Fewer letters are a stamp, a page number or the name of a site. */
const LEAST_LETTERS = 40
/** Of fifteen real papers with Hindi in a font of its own, at most 0.65 of the letters are no garbage; of others 0.85. */
const LEAST_SOUND = 0.75

/** Whether the text that a PDF gives for a page is missing, or in good part another than what the page shows. */
export function isUnread(text: string): boolean {
  const letters = lettersIn(text)
  return letters < LEAST_LETTERS || lettersIn(removeGarbage(text)) < letters * LEAST_SOUND
}

/** What a page's file says, and what was recognised: where both are there, only what an old font has hidden is added. */
export function joinTexts(said: string, recognised: string): string {
  if (lettersIn(said) < LEAST_LETTERS) return recognised || said
  const hidden = recognised.split('\n').filter(isOfIndianScript)
  return [said, ...hidden].join('\n')
}

function isOfIndianScript(line: string): boolean {
  const latin = line.match(/\p{Script=Latin}/gu)?.length ?? 0
  return lettersIn(line) - latin > latin
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
}
