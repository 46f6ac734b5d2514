import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskInbox } from '#server/adapters/files/disk-inbox.ts'
import { createMemoryInbox } from '#server/adapters/files/memory.ts'
import { filesIn, until } from '../support/stored.ts'
import { describeInboxFileStore } from './inbox-file-store.contract.ts'

const diskInbox = (folder: string) => createDiskInbox(folder, `${folder}-removed`)

describeInboxFileStore('the disk inbox', diskInbox)
describeInboxFileStore('the memory inbox', () => createMemoryInbox())

describe('the disk inbox', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'thervu-disk-inbox-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const source = (at = folder) => {
    const path = join(at, 'source')
    writeFileSync(path, Buffer.alloc(1024 * 1024, 'x'), { mode: 0o600 })
    return { path }
  }

  test('a held file appears whole or not at all, also where another was', async () => {
    const root = join(folder, 'inbox')
    const inbox = diskInbox(root)
    const seen = new Set<string>()
    for (let round = 0; round < 5; round++) {
      let done = false
      const putting = inbox.put('appears-whole', source(), Buffer.from('picture')).then(() => {
        done = true
      })
      await until('it is put', () => {
        seen.add(namesIn(join(root, 'appears-whole')).join())
        return done
      })
      await putting
    }
    expect([...seen].filter((names) => names !== '' && names.split(',').length !== 2)).toEqual([])
    expect(filesIn(root)).toEqual(['appears-whole/page-1.webp', 'appears-whole/paper.pdf'])
  })

  test('files and folders are for the server’s account only', async () => {
    const root = join(folder, 'inbox')
    await diskInbox(root).put('own-account', source(), Buffer.from('picture'))
    for (const path of ['', 'own-account', 'own-account/paper.pdf', 'own-account/page-1.webp']) {
      expect([path, statSync(join(root, path)).mode & 0o077]).toEqual([path, 0])
    }
  })

  test('a source on another disk is copied', async (context) => {
    context.skip(
      !existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(folder).dev,
      'there is one disk only',
    )
    const other = mkdtempSync('/dev/shm/thervu-')
    const inbox = diskInbox(join(folder, 'inbox'))
    await inbox.put('from-afar', source(other), Buffer.from('picture'))
    expect(await inbox.lend('from-afar', async (path) => statSync(path).size)).toBe(1024 * 1024)
    expect(readdirSync(other)).toEqual([])
    rmSync(other, { recursive: true })
  })

  test('what was cut short goes when it is old enough, and foreign files stay', async () => {
    const inbox = diskInbox(folder)
    mkdirSync(join(folder, '.abcdefghijkmnpqr'))
    for (const name of [
      '.abcdefghijkmnpqr/paper.pdf',
      '.bbcdefghijkmnpqr',
      '.gitkeep',
      'README-for-people',
    ]) {
      writeFileSync(join(folder, name), 'x')
    }
    await inbox.discardUnfinished(new Date(Date.now() - 60_000))
    expect(readdirSync(folder).length).toBe(4)
    await inbox.discardUnfinished(new Date(Date.now() + 60_000))
    expect(readdirSync(folder).sort()).toEqual(['.gitkeep', 'README-for-people'])
    for await (const held of inbox.list()) expect(held).toBe('nothing')
  })
})

/** Of a folder that may not be there, or goes while it is asked. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
