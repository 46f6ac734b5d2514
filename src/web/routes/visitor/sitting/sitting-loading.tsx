import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'

type ReadyProps = { paper?: { title: string } | null; list?: object | undefined; hasFailed?: boolean }

export function SittingLoading({ paper, list, hasFailed = false }: ReadyProps) {
  const m = useMessages()
  const title = useLabels().title(paper?.title ?? '')
  return (
    <>
      <h1 className="sit-title">{title || (list ? m.sit_list_heading() : m.sit_heading())}</h1>
      <p role="status" className="mt-2 text-quiet">
        {hasFailed ? m.sit_failed() : m.sit_soon()}
      </p>
    </>
  )
}
