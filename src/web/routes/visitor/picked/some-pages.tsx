import { useState } from 'react'
import {
  bundleLimitExceeded,
  countPages,
  type PickedPaper,
  sizeOfPart,
  weightOf,
} from '#domain/bundles/picked.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'

const PAGES = String.raw`\s*[0-9]+(\s*[\-–]\s*[0-9]+)?(\s*,\s*[0-9]+(\s*[\-–]\s*[0-9]+)?)*\s*`

type SomePagesProps = { papers: readonly PickedPaper[]; onTake?: () => void }

/** Some pages of a paper, or of several, as one PDF, folded away. */
export function SomePages(props: SomePagesProps) {
  const m = useMessages()
  return (
    <details className="folds">
      <summary>{m.part_heading()}</summary>
      <SomePagesForm {...props} />
    </details>
  )
}

/** Of a paper whose field is empty, all pages. Works without scripts, which say before what it will weigh. */
export function SomePagesForm({ papers, onTake }: SomePagesProps) {
  const m = useMessages()
  const langOf = useTextLang()
  const labels = useLabels()
  const [said, setSaid] = useState<Record<string, string>>({})
  const isOne = papers.length === 1
  return (
    <form method="get" action="/papers.pdf" className="some-pages" onSubmit={onTake}>
      <input type="hidden" name="ids" value={papers.map(({ id }) => id).join(',')} />
      {!isOne && <p className="basis-full text-quiet">{m.part_each()}</p>}
      <div className={isOne ? undefined : 'some-of-each basis-full grid gap-2 gap-x-6 md:grid-cols-2'}>
        {papers.map((paper) => {
          const title = labels.shortTitle(paper.title)
          return (
            <label
              key={paper.id}
              className={isOne ? undefined : 'grid grid-cols-2 items-center gap-2 leading-tight'}
            >
              {isOne ? m.part_field() : <span lang={langOf(title)}>{title}</span>}
              <input
                className="input"
                name="pages"
                required={isOne}
                maxLength={60}
                autoComplete="off"
                placeholder={isOne ? undefined : paper.pages > 1 ? `1-${paper.pages}` : '1'}
                pattern={PAGES}
                title={m.part_rule({ pages: paper.pages })}
                value={said[paper.id] ?? ''}
                onChange={(event) => setSaid({ ...said, [paper.id]: event.target.value })}
              />
            </label>
          )
        })}
      </div>
      <button type="submit" className="button button-line">
        {m.part_take()}
      </button>
      <Weight papers={papers} said={said} />
    </form>
  )
}

/** What the pages weigh, or what is wrong with them; nothing while no page is named. */
function Weight({ papers, said }: Pick<SomePagesProps, 'papers'> & { said: Record<string, string> }) {
  const m = useMessages()
  const labels = useLabels()
  const parts = papers.map((paper) => {
    const pages = said[paper.id]?.trim()
    const count = pages ? countPages(pages, paper.pages) : paper.pages
    return { paper, count, isNamed: Boolean(pages) }
  })
  const wrong = parts.find(({ count }) => count === null)?.paper
  const taken = parts.map(({ paper, count }) => ({
    pages: count ?? 0,
    size: sizeOfPart(paper, count ?? 0),
  }))
  const { pages, size } = weightOf(taken)
  const rule = wrong && m.part_rule({ pages: wrong.pages })
  return (
    <p role="status" className="basis-full text-quiet">
      {parts.some(({ isNamed }) => isNamed) &&
        (rule
          ? papers.length > 1
            ? `${labels.shortTitle(wrong.title)}: ${rule}`
            : rule
          : (bundleLimitExceeded('pdf', taken, m) ??
            m.part_weight({ pages: labels.pages(pages), size: sizeLabel(size) })))}
    </p>
  )
}
