import './inbox.css'
import './rows/row-line.css'
import './rows/row-marks.css'
import './rows/row-compact.css'
import './rows/row-card.css'
import './inbox-bars.css'
import './dialogs/inbox-dialogs.css'
import { deskHead } from '../desk-head.ts'
import { useDesk } from '../layout.tsx'
import { InboxPage } from './inbox-page.tsx'
import { InboxContext, useOpenInbox } from './use-inbox.ts'

export const meta = deskHead('Many files')

export default function ManyFiles() {
  const { now, email } = useDesk()
  const inbox = useOpenInbox(email)
  return (
    <div className="ruled grid gap-3 md:gap-6 lg:gap-4">
      {inbox ? (
        <InboxContext value={{ inbox, now }}>
          <InboxPage />
        </InboxContext>
      ) : (
        <h1>Many files</h1>
      )}
    </div>
  )
}
