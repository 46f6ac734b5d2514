import type { Paper } from './paper.ts'

const SLUG_LIMIT = 80
/** With fewer letters and digits than this, a title (in Tamil, say) tells nothing in an address. */
const SLUG_LEAST = 3

export function paperPath(
  paper: Pick<Paper, 'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>,
): string {
  return `/papers/${paper.id}/${slugOf(paper)}`
}

function slugOf(paper: Parameters<typeof paperPath>[0]) {
  const slug = slugify(paper.title)
  if (slug.replaceAll('-', '').length >= SLUG_LEAST) return slug
  const { type, grade, subject, month, year } = paper
  return slugify(`${type} ${grade} ${subject} ${month} ${year}`)
}

function slugify(text: string) {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_LIMIT)
    .replace(/-$/, '')
}

/** "é" as "e"; most titles have nothing of the kind, and a list asks for many. */
function withoutMarks(text: string) {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')
}
