import type { InboxRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { hintsOf } from './hints-of.server.ts'
import type { InboxFile } from './inbox.ts'
import { learntSeries } from './learnt-series.server.ts'

export async function describeFile(
  app: Pick<App, 'readDb' | 'search' | 'recogniser' | 'clock'>,
  row: InboxRow,
): Promise<InboxFile> {
  const { uploadId, originalName, size, sha256, pages, arrivedAt, version } = row
  const { awayAt, awayBy, editedAt, editedBy, editedFrom } = row
  return {
    ...{ uploadId, name: originalName, size, sha256, pages, arrivedAt, version },
    hints: hintsOf(row, app.clock.now(), await learntSeries(app, row.firstPage)),
    typed: JSON.parse(row.typed),
    isBeingRead: row.recognition === 'waiting' && (await app.recogniser.isOn()),
    scriptsRemoved: row.scriptsRemoved === 1,
    isLocked: row.isLocked === 1,
    confirmed: row.confirmed === 1,
    settled: row.settled === null ? null : JSON.parse(row.settled),
    away: awayAt === null ? null : { at: awayAt, by: awayBy ?? '' },
    edited: editedAt === null ? null : { at: editedAt, by: editedBy ?? '', from: editedFrom ?? '' },
  }
}
