import { findDegree } from '#domain/paper/paper.ts'
import type { TitleParts } from '../hints.ts'
import { cut, isAnythingKnown, joinTitle } from './title.ts'

type Fields = TitleParts['understood']

/** The title of these parts without what was true only of other fields; '' when nothing is known. Safe in the browser. */
export function followTitle(parts: TitleParts, fields: Fields): string {
  const { understood } = parts
  const isTyped = (name: keyof Fields) => (fields[name] ?? '') !== (understood[name] ?? '')
  const [was, is] = [findDegree(understood.degree), findDegree(fields.degree)]
  const isOtherExam = was !== undefined && is !== undefined && was.type !== is.type
  const now = {
    ...parts,
    ...(isOtherExam && { board: '' }),
    ...(isTyped('subject') && { subject: '' }),
    ...(isTyped('year') && { when: '' }),
    ...(isTyped('month') && { day: '' }),
    ...(isTyped('variant') && { set: '' }),
  }
  const isKnown = isAnythingKnown(parts) || (Object.keys(understood) as (keyof Fields)[]).some(isTyped)
  return isKnown ? cut(joinTitle(withoutParts(now, goneParts(understood, fields)), fields)) : ''
}

function goneParts(understood: Fields, fields: Fields): string[] {
  const typed = (fields.variant ?? '').split(', ')
  return (understood.variant ?? '').split(', ').filter((part) => part !== '' && !typed.includes(part))
}

/** "Mathematics (Standard)" without "Standard", "Compartment Exam" without "Compartment". */
function withoutParts(parts: TitleParts, gone: string[]): TitleParts {
  const without = (text: string) =>
    gone.reduce((left, part) => left.replace(new RegExp(`\\s*\\(?${part}(?: Exam)?\\)?`, 'i'), ''), text)
  return { ...parts, subject: without(parts.subject), middle: without(parts.middle).trim() }
}
