import type { App } from '#domain/app.ts'
import { listWarnings, type Warning } from '#domain/warnings/warnings.server.ts'
import { NO_ROOM, type Quarantine } from '../uploading/quarantine.ts'

/** Not stored, since a full disk would not take it. */
const DISK_FULL: Warning = {
  kind: 'disk-full',
  sentence: `${NO_ROOM} Nothing can be uploaded, and other changes may be refused, until there is more: delete papers for good in the bin, or free space on the server.`,
  since: null,
}

/** What is stored, after what this server sees of its disk. */
export async function siteWarnings(
  app: Pick<App, 'readDb'>,
  quarantine: Pick<Quarantine, 'isFull'>,
): Promise<Warning[]> {
  const warnings = await listWarnings(app)
  return (await quarantine.isFull()) ? [DISK_FULL, ...warnings] : warnings
}
