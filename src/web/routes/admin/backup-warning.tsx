import { Link } from 'react-router'
import { useBackups, whenLabel } from './use-backups.ts'

/** Stands above the desk while backups that are to be made every night have not been for two days. */
export function BackupWarning() {
  const { told } = useBackups()
  if (!told?.overdue) return null
  const { lastGood } = told
  return (
    <p className="desk-sheet desk-note" role="alert">
      <span>
        <strong>No good backup for two days or more.</strong>{' '}
        {lastGood ? `The last one was made on ${whenLabel(lastGood.at)}.` : 'None has been made yet.'}
      </span>
      <Link className="action" to="/admin/backup">
        <span className="sweeps">Why</span>
      </Link>
    </p>
  )
}
