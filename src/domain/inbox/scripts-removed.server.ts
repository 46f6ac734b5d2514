import type { Database, InboxRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { SCRIPTS_ACTION } from '#domain/journal/scripts-removed.ts'

export async function recordScriptsRemoved(
  tx: Database,
  app: Pick<App, 'clock'>,
  { uploadId, originalName }: Pick<InboxRow, 'uploadId' | 'originalName'>,
  author: Author,
): Promise<void> {
  const entry = { action: SCRIPTS_ACTION, kind: 'paper', subjectId: uploadId, subject: originalName } as const
  await recordChange(tx, app, author, { ...entry, before: null, after: null })
}
