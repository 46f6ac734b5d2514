import type { NamedChapter } from '#domain/questions/chapters/chapter-names.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'

/** Those that are sure by their names, others as "Maybe: Circles and Triangles". */
export function ChaptersOf({ chapters }: { chapters: readonly NamedChapter[] }) {
  const m = useMessages()
  const langOf = useTextLang()
  const names = useLabels().and(chapters.map(({ name }) => name))
  const said = chapters.every(({ isSure }) => isSure) ? names : m.questions_maybe({ chapters: names })
  return (
    <p className="question-chapters" lang={langOf(said)}>
      {said}
    </p>
  )
}
