import './many-files.css'
import './tray-line.css'
import './tray-marks.css'
import './tray-card.css'
import './tray-bars.css'
import './tray-dialogs.css'
import { deskHead } from '../desk-head.ts'
import { useDesk } from '../layout.tsx'
import { TrayPage } from './tray-page.tsx'
import { TrayContext, useOpenTray } from './use-tray.ts'

export const meta = () => deskHead('Many files')

export default function ManyFiles() {
  const { now, email } = useDesk()
  const tray = useOpenTray(email)
  return (
    <div className="ruled grid gap-6">
      {tray ? (
        <TrayContext value={{ tray, now }}>
          <TrayPage />
        </TrayContext>
      ) : (
        <h1>Many files</h1>
      )}
    </div>
  )
}
