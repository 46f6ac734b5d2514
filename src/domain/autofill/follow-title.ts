import { typeLabel } from '#domain/paper/labels.ts'
import { ALL_SUBJECTS, findDegree, PREVIOUS_YEARS, type Subject } from '#domain/paper/paper.ts'
import type { TitleParts } from './hints.ts'
import { cut, joinTitle } from './title.ts'

type Fields = { degree: string; subject: string; month: string; year: string }

/** The title of these parts, updated to the fields as they are now; '' when nothing is known. Safe in the browser. */
export function followTitle(parts: TitleParts, fields: Fields): string {
  const { understood } = parts
  const degree = fields.degree === understood.degree ? null : findDegree(fields.degree)
  const isSubject = fields.subject === understood.subject
  const isWhen = fields.year === understood.year && fields.month === understood.month
  const now = {
    ...parts,
    ...(degree && {
      board: typeLabel(degree.type) ?? '',
      grade: degree.grade === PREVIOUS_YEARS ? '' : `Class ${degree.grade}`,
    }),
    ...(!isSubject && { subject: fields.subject === ALL_SUBJECTS ? '' : (fields.subject as Subject | '') }),
    ...(!isWhen && { when: whenOf(parts, fields) }),
  }
  const says = now.board || now.grade || now.subject || now.middle || now.when
  return says ? cut(joinTitle(now)) : ''
}

/** A month is in the title when it was before, or when it has been changed. */
function whenOf({ understood, when }: TitleParts, { month, year }: Fields): string {
  const saysMonth = month !== understood.month || (month !== '' && when.includes(month))
  return [saysMonth && month, year].filter(Boolean).join(' ')
}
