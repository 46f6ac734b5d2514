import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { withHotFiles } from '#server/adapters/files/hot-files.ts'
import { openS3Stores } from '#server/adapters/files/s3/s3-stores.ts'
import { placeAt, type S3Server, startS3 } from '../support/s3-servers.ts'
import { describeFileStore } from './file-store.contract.ts'
import { describeInboxFileStore } from './inbox-file-store.contract.ts'
import { describePageStore } from './page-store.contract.ts'

describe('a bucket', () => {
  let server: S3Server
  let copies: string
  const stores: ReturnType<typeof openS3Stores>[] = []
  beforeAll(async () => {
    server = await startS3()
    copies = mkdtempSync(join(tmpdir(), 'thervu-s3-'))
  })
  afterAll(async () => {
    for (const each of stores) each.close()
    await server.close()
    rmSync(copies, { recursive: true })
  })

  function at(folder: string) {
    const prefix = `${basename(dirname(folder))}/${basename(folder)}`
    const opened = openS3Stores(placeAt(server, prefix), { copies: join(copies, prefix) })
    stores.push(opened)
    return opened
  }

  describeFileStore('its files', (folder) => at(folder).files)
  describeFileStore('its files behind a cache', (folder) => withHotFiles(at(folder).files))
  describeInboxFileStore('its inbox', (folder) => at(folder).inbox)
  describePageStore('its pictures of pages', (folder) => at(folder).pageStore)
})
