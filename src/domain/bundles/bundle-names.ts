import { cutToBytes, withoutForbidden } from '#domain/files/storable-name.ts'
import { typeLabel } from '../language/labels.ts'
import { ALL_SUBJECTS, type Paper, PREVIOUS_YEARS } from '../paper/paper.ts'
import { papersLabel } from './picked.ts'

/** UTF-8 bytes without the ending; file systems allow 255 in all, and a folder's name may come before. */
const NAME_LIMIT = 200

type Named = Pick<Paper, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>

/** Unique even where case does not count: "Class 12 CBSE Physics March 2024 - Waves.pdf". */
export function bundleFileNames(papers: readonly Named[]): string[] {
  const taken = new Set<string>()
  return papers.map((paper) => {
    const facts = [degreeOf(paper), subjectOf(paper), paper.month, paper.year].filter(Boolean).join(' ')
    const whole = cutToBytes(withoutForbidden(`${facts} - ${paper.title}`), NAME_LIMIT)
    let name = whole
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${whole} (${copy})`
    taken.add(name.toLowerCase())
    return `${name}.pdf`
  })
}

export function bundleName(papers: readonly Named[]): string {
  const shared = (nameOf: (paper: Named) => string) => {
    const names = new Set(papers.map(nameOf))
    return names.size === 1 ? ([...names][0] ?? '') : ''
  }
  const what = [shared(degreeOf), shared(subjectOf)].filter(Boolean).join(' ')
  return [papersLabel(papers.length), what].filter(Boolean).join(', ')
}

function degreeOf({ type, grade }: Named) {
  const board = type === 'state' ? typeLabel(type) : type.toUpperCase()
  return grade === PREVIOUS_YEARS ? board : `Class ${grade} ${board}`
}

function subjectOf({ subject }: Named) {
  return subject === ALL_SUBJECTS ? '' : subject
}
