import { NO_CHAPTERS, type QuestionChapters } from './find-chapters.ts'

type Filed = { place: number; marks: number | null; chapters: QuestionChapters }

/**
 * Questions of a paper of one chapter and so many marks, 0 where these are unknown. `sure` is their share of those that
 * are sure: a question of two chapters counts half in each.
 */
export type ChapterShare = { chapter: string; marks: number; questions: number; sure: number }

/** The chapters of a paper's questions as one text, "3=circles,triangles;;1=probability?": "?" is a mere maybe. */
export function writeChapters(questions: readonly Filed[]): string {
  if (questions.every(({ chapters }) => chapters === NO_CHAPTERS)) return ''
  const parts: string[] = []
  for (const { place, marks, chapters } of questions) {
    const ids = [...chapters.sure, ...chapters.maybe.map((id) => `${id}?`)]
    parts[place - 1] = ids.length > 0 ? `${marks ?? 0}=${ids.join(',')}` : ''
  }
  return Array.from(parts, (part) => part ?? '').join(';')
}

/** Of the question at a place of the paper, which counts from 1. */
export function chaptersAt(written: string, place: number): QuestionChapters {
  const ids = partAt(written, place)
  if (ids === '') return NO_CHAPTERS
  const all = ids.split(',')
  return {
    sure: all.filter((id) => !id.endsWith('?')),
    maybe: all.filter((id) => id.endsWith('?')).map((id) => id.slice(0, -1)),
  }
}

/** Without cutting the whole text: counts ask for hundreds. */
function partAt(written: string, place: number): string {
  let from = 0
  for (let at = 1; at < place; at++) {
    const end = written.indexOf(';', from)
    if (end < 0) return ''
    from = end + 1
  }
  const end = written.indexOf(';', from)
  const part = written.slice(from, end < 0 ? undefined : end)
  return part.slice(part.indexOf('=') + 1)
}

export function readShares(written: string): ChapterShare[] {
  if (written === '') return []
  const shares = new Map<string, ChapterShare>()
  for (const part of written.split(';')) {
    const [marks, ids] = part.split('=')
    if (!ids) continue
    const all = ids.split(',')
    for (const id of all) {
      const isSure = !id.endsWith('?')
      const chapter = isSure ? id : id.slice(0, -1)
      const key = `${chapter} ${marks}`
      const share = shares.get(key) ?? { chapter, marks: Number(marks), questions: 0, sure: 0 }
      share.questions += 1
      if (isSure) share.sure += 1 / all.length
      shares.set(key, share)
    }
  }
  return [...shares.values()]
}
