import { findDegree } from '#domain/paper/paper.ts'
import type { TitleParts } from './hints.ts'
import { cut, isAnythingKnown, joinTitle } from './title.ts'

type Fields = TitleParts['understood']

/** The title of these parts without what was true only of other fields; '' when nothing is known. Safe in the browser. */
export function followTitle(parts: TitleParts, fields: Fields): string {
  const { understood } = parts
  const isTyped = (name: keyof Fields) => fields[name] !== understood[name]
  const [was, is] = [findDegree(understood.degree), findDegree(fields.degree)]
  const isOtherExam = was !== undefined && is !== undefined && was.type !== is.type
  const now = {
    ...parts,
    ...(isOtherExam && { board: '' }),
    ...(isTyped('subject') && { subject: '' }),
    ...(isTyped('year') && { when: '' }),
    ...(isTyped('month') && { day: '' }),
  }
  const isKnown = isAnythingKnown(parts) || (Object.keys(understood) as (keyof Fields)[]).some(isTyped)
  return isKnown ? cut(joinTitle(now, fields)) : ''
}
