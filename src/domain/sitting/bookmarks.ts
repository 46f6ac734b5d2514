import type { SittingPaper, SittingQuestion } from './sitting-paper.ts'

/** Safe in the browser. A question to find again, with what it takes to show it: kept on the device alone. */
export type Bookmark = {
  id: string
  paper: Pick<SittingPaper, 'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>
  question: Pick<SittingQuestion, 'id' | 'number' | 'marks' | 'text'>
  /** Where it is, and how many pages its paper has. */
  page: number
  pages: number
  /** In the pictures of its pages, which a saved paper has without a connection, or a picture of its own. */
  shown: Cut | Picture
}

type Cut = Pick<SittingPaper, 'pages' | 'base'> & Pick<SittingQuestion, 'areas'>
type Picture = { address: string; width: number; height: number }

type Marked = Omit<Bookmark, 'id'> & { paper: Bookmark['paper'] }

/** Of what is at hand, what a bookmark keeps. */
export function bookmarkOf({ paper, question, page, pages, shown }: Marked): Bookmark {
  const { id, title, type, grade, subject, month, year } = paper
  const { number, marks, text } = question
  return {
    id: `${id}/${question.id}`,
    paper: { id, title, type, grade, subject, month, year },
    question: { id: question.id, number, marks, text },
    ...{ page, pages, shown },
  }
}

/** With the question first, or without it where it is there. */
export function toggleBookmark(all: readonly Bookmark[], one: Bookmark): readonly Bookmark[] {
  const rest = all.filter(({ id }) => id !== one.id)
  return rest.length < all.length ? rest : [one, ...all]
}

/** Whether what is stored, or comes in a file, can be shown: its addresses are of this site. */
export function isBookmark(stored: unknown): stored is Bookmark {
  const { id, paper, question, page, pages, shown } = (stored ?? {}) as Partial<Bookmark>
  return (
    typeof id === 'string' &&
    (['id', 'title', 'type', 'grade', 'subject', 'month'] as const).every(
      (name) => typeof paper?.[name] === 'string',
    ) &&
    Number.isInteger(paper?.year) &&
    (['id', 'number', 'text'] as const).every((name) => typeof question?.[name] === 'string') &&
    Number.isInteger(page) &&
    Number.isInteger(pages) &&
    isShown(shown)
  )
}

function isShown(stored: Partial<Cut & Picture> | undefined): boolean {
  const { areas, pages, base, address, width, height } = stored ?? {}
  if (address !== undefined)
    return /^\/api\/papers\//.test(address) && Number.isInteger(width) && Number.isInteger(height)
  return Array.isArray(areas) && Array.isArray(pages) && /^(\/papers\/|$)/.test(String(base))
}
