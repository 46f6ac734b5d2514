import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOf } from '#server/backup/backup-order.ts'
import { scheduleBackups } from '#server/backup/nightly/nightly-backups.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { backUp, newFolder, removeFolders } from '../support/backups.ts'
import { isPostgres } from '../support/engine.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(async () => {
  await site.end()
  await removeFolders()
})

const ready = async () => await (await site.fetch('/readyz')).text()

test.skipIf(isPostgres)('a damaged database makes no backup, and is warned of', async () => {
  const other = await openSite()
  await publish(other, await other.signIn(), { title: 'In a damaged database' })
  await other.end({ keepData: true })
  const path = join(other.dataDir, 'thervu.db')
  const sqlite = new DatabaseSync(path)
  sqlite.exec('pragma wal_checkpoint(truncate)')
  const root = sqlite.prepare("select rootpage from sqlite_master where name = 'journal'").get()?.rootpage
  const { page_size: size } = sqlite.prepare('pragma page_size').get() as { page_size: number }
  sqlite.close()
  const to = newFolder()
  await backUp(other, to)
  copyFileSync(path, `${path}.whole`)
  const bytes = readFileSync(path)
  bytes.fill(0x55, (Number(root) - 1) * size, Number(root) * size)
  writeFileSync(path, bytes)

  const config = readConfig({ DATA_DIR: other.dataDir, BACKUP_TO: to })
  const damaged = `The database ${path} is damaged (`
  if (!config.backupTo) throw new Error('BACKUP_TO was not read.')
  await expect(runBackup(orderOf(config, config.backupTo))).rejects.toThrow(damaged)
  // A try that failed is made again after an hour.
  const forget = () => rmSync(join(other.dataDir, 'backup.json'))
  forget()
  const backups = scheduleBackups(site.app, config)
  await until('the warning', async () => (await ready()).includes(damaged))
  await backups.stop()
  copyFileSync(`${path}.whole`, path)
  rmSync(`${path}.whole`)
  forget()
  const again = scheduleBackups(site.app, config)
  await until('the warning is gone', async () => !(await ready()).includes(damaged))
  await again.stop()
  rmSync(other.dataDir, { recursive: true })
})
