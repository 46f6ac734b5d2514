import { ALL_SUBJECTS, type Grade, gradeLabel, type Paper, type PaperType, typeLabel } from './paper.ts'

/** The subject, or the exam where a paper is about all of them. */
export function subjectName(paper: Pick<Paper, 'subject' | 'type'>): string {
  return paper.subject === ALL_SUBJECTS ? typeLabel(paper.type) : paper.subject
}

/** As within a sentence: "CBSE class 12", "JEE previous years". */
export function degreeName(type: PaperType, grade: Grade): string {
  return `${typeLabel(type)} ${gradeLabel(grade).toLowerCase()}`
}

export function titleLang(title: string): 'ta' | undefined {
  return /\p{Script=Tamil}/u.test(title) ? 'ta' : undefined
}
