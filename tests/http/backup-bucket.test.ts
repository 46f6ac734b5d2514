import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { orderOf } from '#server/backup/backup-order.ts'
import { type BackupPlace, readBackupPlace } from '#server/backup/place/backup-place.ts'
import { openTarget } from '#server/backup/place/open-target.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { listBackups, readManifest } from '#server/backup/stored/manifest.ts'
import { readConfig } from '#server/config.ts'
import { newFolder, removeFolders } from '../support/backups.ts'
import { inboxOf } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { BUCKET, type S3Server, startS3rver } from '../support/s3-servers.ts'
import { openSite, publish } from '../support/site.ts'
import { sendAhead } from '../support/uploads.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3rver()
})
afterAll(async () => {
  await server.close()
  await removeFolders()
})

const urlOf = (prefix: string) => `s3://${BUCKET}/${prefix}?endpoint=${server.origin}`

async function restoreInto(to: BackupPlace, env: Record<string, string>) {
  const target = await openTarget(to)
  const [last] = await listBackups(target)
  await restoreBackup(target, await readManifest(target, last?.object ?? ''), readConfig(env))
  target.close()
}

test('a site whose files are in a bucket is backed up into another, and restored into one or a folder', async () => {
  const site = await openSite({ env: { FILES_URL: urlOf('site') } })
  onTestFinished(() => site.end())
  const admin = await site.signIn()
  const bytes = plainPdf({ text: 'from bucket to bucket' })
  const paper = await publish(site, admin, { title: 'In a bucket' }, bytes)
  await sendAhead(site, admin, 'waits-in-the-bucket')
  const to = readBackupPlace(urlOf('backups'), site.dataDir, 'BACKUP_TO') as BackupPlace
  const order = orderOf(readConfig({ DATA_DIR: site.dataDir, FILES_URL: urlOf('site') }), to)
  const { manifest, lacking } = await runBackup(order)
  expect([manifest.counts.papers, lacking]).toEqual([1, []])
  expect((await runBackup(order, { isNightly: true })).removed).toBe(1)

  const restored = async (env: Record<string, string>) => {
    const dataDir = join(newFolder(), 'data')
    await restoreInto(to, { ...env, DATA_DIR: dataDir })
    return { dataDir, env }
  }
  // What outlived the server is as it was.
  await restored({ FILES_URL: urlOf('site') })
  for (const place of [await restored({ FILES_URL: urlOf('restored') }), await restored({})]) {
    const again = await openSite(place)
    const served = await again.fetch(paper.link)
    expect([served.status, Buffer.from(await served.arrayBuffer()).equals(bytes)]).toEqual([200, true])
    expect((await inboxOf(again, await again.signIn())).length).toBe(1)
    await again.end()
  }
})
