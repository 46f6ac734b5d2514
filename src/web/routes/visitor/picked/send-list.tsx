import { useEffect, useState } from 'react'
import { useMessages } from '#web/language/use-messages.ts'
import { SendOn } from '../sharing/share-row.tsx'

export function SendList(list: { title: string; address: string; copyNow?: boolean }) {
  const m = useMessages()
  const [canSend, setCanSend] = useState(false)
  useEffect(() => setCanSend('share' in navigator), [])
  return (
    <div className="send-list">
      <SendOn {...list}>
        {canSend && (
          <button
            type="button"
            className="button button-line"
            // Rejects when closed without sending.
            onClick={() => void navigator.share({ title: list.title, url: list.address }).catch(() => {})}
          >
            {m.picked_more_ways()}
          </button>
        )}
      </SendOn>
    </div>
  )
}
