import { useState } from 'react'
import { countPages, sizeOfPart } from '#domain/bundles/picked.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'

/** Some pages of a paper as one PDF: a form that works without scripts, which say before what it will weigh. */
export function PartOfPaper({ paper }: { paper: Pick<Paper, 'id' | 'pages' | 'size'> }) {
  const m = useMessages()
  const labels = useLabels()
  const [said, setSaid] = useState('')
  const pages = said.trim() === '' ? null : countPages(said, paper.pages)
  return (
    <details className="part-of-paper folds">
      <summary>{m.part_heading()}</summary>
      <form method="get" action="/papers.pdf">
        <input type="hidden" name="ids" value={paper.id} />
        <label>
          {m.part_field()}
          <input
            className="input"
            name="pages"
            required
            inputMode="text"
            maxLength={60}
            autoComplete="off"
            pattern="\s*[0-9]+(\s*[\-–]\s*[0-9]+)?(\s*,\s*[0-9]+(\s*[\-–]\s*[0-9]+)?)*\s*"
            title={m.part_rule({ pages: paper.pages })}
            value={said}
            onChange={(event) => setSaid(event.target.value)}
          />
        </label>
        <button type="submit" className="button button-line">
          {m.part_take()}
        </button>
        <p role="status">
          {pages !== null &&
            m.part_weight({ pages: labels.pages(pages), size: sizeLabel(sizeOfPart(paper, pages)) })}
          {said.trim() !== '' && pages === null && m.part_rule({ pages: paper.pages })}
        </p>
      </form>
    </details>
  )
}
