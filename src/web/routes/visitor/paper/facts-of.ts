import { type Formats, sizeLabel } from '#domain/language/formats.ts'
import { type Labels, unbroken } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { ALL_SUBJECTS, OTHER_SUBJECT, PREVIOUS_YEARS, type PublishedPaper } from '#domain/paper/paper.ts'
import { unsaidParts } from '#domain/paper/variant.ts'
import { boardLabel, variantOutsideTitle } from '#web/state-boards.ts'

/** English has none that is longer; Tamil has, and would be wider than a phone. */
const LONGEST_UNBROKEN = 28

const POINT = '\u00a0· '

/**
 * As running text, a plain one and a short one need no name, and one that is said next to it already is left out. What the way to
 * the paper's list says is left out next to the title, too; print has no such way. The subject is a badge, as on every card, or
 * the class is where the title says the subject; next to the title it is in the place of the day, which print alone shows.
 * `alone` is what one says as running text, where a table has its name and value.
 */
export type Fact = [name: string, value: string, as?: As, alone?: string]
type As = 'plain' | 'short' | 'said' | 'way' | 'badge' | 'added' | 'told'

/** Between these a point is drawn on a space where facts are running text, so that no line ends in one. */
export function partsOf(value: string): string[] {
  return (value.length > LONGEST_UNBROKEN ? value : unbroken(value)).split(POINT)
}

export const SEPARATOR_POINT = POINT.trimEnd()

export type Say = { m: Messages; labels: Labels; formats: Formats }

export function factsOf(paper: PublishedPaper, views: number, own: string, say: Say): Fact[] {
  const { m, labels, formats } = say
  const board =
    paper.board && paper.board !== own ? labels.variant(boardLabel(paper, own)) : labels.type(paper.type)
  const besides = labels.variant(variantOutsideTitle(paper, own))
  const hasName = paper.subject !== ALL_SUBJECTS && paper.subject !== OTHER_SUBJECT
  const isClassBadge =
    hasName &&
    paper.grade !== PREVIOUS_YEARS &&
    [paper.subject, labels.subject(paper.subject)].some((name) => unsaidParts(name, paper.title).length === 0)
  const filed: Fact[] =
    paper.grade === PREVIOUS_YEARS
      ? [[m.paper_papers_of(), m.paper_of_previous_years({ exam: board }), 'way']]
      : [
          isClassBadge
            ? [
                m.paper_class(),
                paper.grade,
                'badge',
                `${board} ${m.class_in_sentence({ grade: paper.grade })}`,
              ]
            : [m.paper_class(), paper.grade, 'way'],
          [m.paper_board(), board, 'way'],
        ]
  const facts: Fact[] = [
    ...filed,
    [
      m.paper_subject(),
      paper.subject === ALL_SUBJECTS ? m.paper_all_subjects() : labels.subject(paper.subject),
      isClassBadge ? 'way' : 'badge',
    ],
    [m.paper_exam(), labels.monthOf(paper)],
    ...(besides ? [[m.paper_variant(), besides, 'plain'] satisfies Fact] : []),
    [m.paper_length(), m.count_pages({ count: paper.pages }), 'short'],
    [m.paper_file(), `PDF · ${sizeLabel(paper.size)}`, 'short'],
    [m.paper_views(), labels.number(views), 'told', labels.views(views)],
    [m.paper_added(), formats.shortDay(paper.publishedAt), 'added'],
    paper.referenceLink
      ? [m.paper_answers(), m.paper_answers_free(), 'said']
      : [m.paper_answers(), m.paper_answers_none(), 'told', m.paper_answers_none_alone()],
  ]
  return paper.sample ? [...facts, [m.paper_kind(), m.paper_kind_sample(), 'plain']] : facts
}
