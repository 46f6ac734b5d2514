import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import { logoMark } from '#domain/centre/pictures/site-picture.ts'
import { type Labels, labelsOf } from '#domain/language/labels.ts'
import { inLanguage, LANGUAGES, type Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { papersAddedLast } from '#domain/lists/list-all.server.ts'
import { type Paper, PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { documentOf, xml } from './xml.ts'

const ENTRIES = 30

export async function feed(
  app: Pick<App, 'readDb' | 'clock'>,
  origin: string,
  centre: Pick<Centre, 'name' | 'description' | 'pictures'>,
  language: Language,
): Promise<string> {
  const address = (path: string) => origin + inLanguage(path, language)
  const papers = await papersAddedLast(app, ENTRIES)
  const changed = papers.map(({ changedAt }) => changedAt).sort()
  const updated = changed.at(-1) ?? `${app.clock.now().toISOString().slice(0, 10)}T00:00:00Z`
  return documentOf(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LANGUAGES[language].tag}">
<id>${address('/feed.xml')}</id>
<title>${messagesOf(language).feed_title()} · ${centre.name}</title>
<subtitle>${centre.description}</subtitle>
<updated>${updated}</updated>
<author><name>${centre.name}</name><uri>${origin}/</uri></author>
<link rel="self" type="application/atom+xml" href="${address('/feed.xml')}"/>
<link rel="alternate" type="text/html" href="${address('/practice')}"/>
<icon>${origin}/favicon.ico${logoMark(centre)}</icon>
<logo>${origin}/share.png${logoMark(centre)}</logo>
${papers.map((paper) => entry(paper, origin, { page: address(paperPath(paper)), language }))}</feed>`)
}

/** Without the title in its id a paper stays the same entry when its title is corrected. */
function entry(
  paper: Paper & { publishedAt: string; changedAt: string },
  origin: string,
  { page, language }: { page: string; language: Language },
) {
  const labels = labelsOf(language)
  return xml`<entry>
<id>${origin}/papers/${paper.id}</id>
<title>${labels.fullTitle(paper)}</title>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="enclosure" type="application/pdf" length="${paper.size}" href="${origin}${paper.link}"/>
<published>${paper.publishedAt}</published>
<updated>${paper.changedAt}</updated>
<summary>${factsOf(paper, language)}</summary>
${categoriesOf(paper, labels).map((term) => xml`<category term="${term}"/>\n`)}</entry>
`
}

/** "CBSE Class 12, Mathematics, March 2024. PDF · 8 pages · 372 KB. With answers." */
function factsOf(paper: Paper, language: Language) {
  const labels = labelsOf(language)
  const facts = [...categoriesOf(paper, labels), labels.monthOf(paper)].join(', ')
  const answers = paper.referenceLink ? ` ${messagesOf(language).answers_with()}.` : ''
  return `${facts}. ${labels.weight(paper)}.${answers}`
}

function categoriesOf({ type, grade, subject }: Paper, labels: Labels) {
  const isExam = grade === PREVIOUS_YEARS
  const level = isExam ? labels.degree(type, grade) : `${labels.type(type)} ${labels.grade(grade)}`
  return subject === 'all' ? [level] : [level, labels.subject(subject)]
}
