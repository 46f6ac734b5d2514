import type { BackupPlace } from '#server/settings/files-settings.ts'
import type { Config } from '../config.ts'

export type SourceConfig = Pick<Config, 'dataDir' | 'database' | 'files' | 'authSecret' | 'settings'>
/** All that a backup needs to know; it can be sent to another process. */
export type BackupRequest = SourceConfig & {
  /** A file is made again, for this backup alone. */
  to: BackupPlace | { kind: 'file'; path: string }
  passphrase: string | null
}

export function backupRequest(
  config: Config,
  to: BackupRequest['to'],
  passphrase = config.backupPassphrase,
): BackupRequest {
  const { dataDir, database, files, authSecret, settings } = config
  return { dataDir, database, files, authSecret, settings, to, passphrase }
}
