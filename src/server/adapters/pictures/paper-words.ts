import type { PaperFacts } from '#domain/centre/pictures/given-pictures.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { hueOf, isOfWholeExam } from '#domain/paper/paper.ts'

/** What is on the picture of a paper, in the language of the page that is shared; a title that somebody typed stays as it was written. */
export type PaperWords = {
  hue: string
  subject: string
  /** "CBSE · Class 12"; without the type where that stands for the subject. */
  level: string
  title: string
  /** Instead of a title of which nothing can be rendered. */
  untitled: string
  date: string
  weight: string
  /** Where there are answers. */
  stamp: string | null
}

export function paperWords(paper: PaperFacts, language: Language): PaperWords {
  const [m, labels] = [messagesOf(language), labelsOf(language)]
  const subject = labels.paperSubject(paper)
  const grade = labels.grade(paper.grade)
  return {
    hue: hueOf(paper.subject)[0],
    subject,
    level: isOfWholeExam(paper) ? grade : `${labels.type(paper.type)} · ${grade}`,
    title: labels.title(paper.title),
    untitled: m.share_untitled({ subject }),
    date: labels.monthOf(paper),
    weight: labels.weight(paper),
    stamp: paper.referenceLink ? m.card_answers_stamp() : null,
  }
}
