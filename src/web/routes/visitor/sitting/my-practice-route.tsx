import { type ComponentType, useEffect, useState } from 'react'
import { messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { pageHead } from '../page/page-head.ts'
import type { Route } from './+types/my-practice-route'

export const meta: Route.MetaFunction = ({ matches }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.mine_title(),
    description: m.mine_lede(),
    path: '/practice/mine',
    unlisted: true,
  })
}

/** What is on this device: the server knows nothing of it and renders the same page for all, which the worker remembers. */
export default function MyPracticePage() {
  const m = useMessages()
  const [Practice, setPractice] = useState<ComponentType | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./my-practice.tsx').then(
      ({ MyPractice }) => setPractice(() => MyPractice),
      () => setFailed(true),
    )
  }, [])
  return (
    <main id="content" className="page wrap" data-hydrates>
      <div className="ruled">
        <h1>{m.mine_title()}</h1>
        <p className="mt-2 max-w-[60ch] text-quiet">{m.mine_lede()}</p>
        {Practice && <Practice />}
        {hasFailed && (
          <p role="status" className="mt-4 text-quiet">
            {m.sit_failed()}
          </p>
        )}
        <noscript>
          <p className="mt-4">{m.mine_needs_script()}</p>
        </noscript>
      </div>
    </main>
  )
}
