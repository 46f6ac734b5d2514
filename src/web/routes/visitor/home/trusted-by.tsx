import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'

/** On Home and on About. */
export function TrustedBy({ learners }: { learners: number }) {
  const m = useMessages()
  return withNodes((node) =>
    m.home_about_trusted({
      swept: node(<span className="swept">{m.home_about_trusted_swept({ learners })}</span>),
    }),
  )
}
