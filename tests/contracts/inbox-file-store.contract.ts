import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { InboxFileStore } from '#domain/inbox/inbox.ts'

const NAME = '0b5f2c1e-upload'
const OTHER = 'another-upload'
const PDF = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
const PICTURE = Buffer.from('a picture')

/** What every place for held files keeps. `make` gets an empty folder of its own. */
export function describeInboxFileStore(name: string, make: (folder: string) => InboxFileStore) {
  describe(name, () => {
    let folder: string
    let inbox: InboxFileStore
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'thervu-inbox-'))
      inbox = make(join(folder, 'inbox'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    const source = (bytes: Uint8Array = PDF) => {
      const path = join(folder, `source-${Math.random()}`)
      writeFileSync(path, bytes)
      return { path }
    }
    const read = (held: string) => inbox.lend(held, async (path) => readFileSync(path))
    const list = async () => {
      const listed: { name: string; storedAt: Date }[] = []
      for await (const held of inbox.list()) listed.push(held)
      return listed.sort((a, b) => (a.name < b.name ? -1 : 1))
    }

    test('a PDF and its picture are read back, and the source is used up', async () => {
      const from = source()
      await inbox.put(NAME, from, PICTURE)
      expect(await read(NAME)).toEqual(PDF)
      expect(Buffer.from((await inbox.picture(NAME)) ?? [])).toEqual(PICTURE)
      expect(existsSync(from.path)).toBe(false)
    })

    test('what is lent may be used up, and what is held stays', async () => {
      await inbox.put(NAME, source(), PICTURE)
      const lent = await inbox.lend(NAME, async (path) => {
        await unlink(path)
        return path
      })
      const failing = inbox.lend(NAME, async (path) => {
        expect(path).not.toBe(lent)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(existsSync(String(lent))).toBe(false)
      expect(await read(NAME)).toEqual(PDF)
      expect((await list()).map((held) => held.name)).toEqual([NAME])
    })

    test('what is not there is null, is not lent, and is not removed', async () => {
      await inbox.put(OTHER, source(), PICTURE)
      expect(await inbox.picture(NAME)).toBeNull()
      expect(await inbox.lend(NAME, () => Promise.reject(new Error('called')))).toBeNull()
      expect(await inbox.remove(NAME)).toBe(false)
      expect((await list()).map((held) => held.name)).toEqual([OTHER])
    })

    test('a second put under a name takes the place of the first, PDF and picture', async () => {
      await inbox.put(NAME, source(), PICTURE)
      await inbox.put(NAME, source(Buffer.from('another')), Buffer.from('its picture'))
      expect(String(await read(NAME))).toBe('another')
      expect(Buffer.from((await inbox.picture(NAME)) ?? []).toString()).toBe('its picture')
      expect((await list()).length).toBe(1)
    })

    test('a source that is not there is refused, and what was there stays', async () => {
      await inbox.put(NAME, source(), PICTURE)
      const missing = { path: join(folder, 'none') }
      await expect(inbox.put(NAME, missing, PICTURE)).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(inbox.put(OTHER, missing, PICTURE)).rejects.toMatchObject({ code: 'ENOENT' })
      expect((await list()).map((held) => held.name)).toEqual([NAME])
      expect(await read(NAME)).toEqual(PDF)
    })

    test('a removed file is gone, and removing it again says so', async () => {
      await inbox.put(NAME, source(), PICTURE)
      expect(await inbox.remove(NAME)).toBe(true)
      expect([await read(NAME), await inbox.picture(NAME), await list()]).toEqual([null, null, []])
      expect(await inbox.remove(NAME)).toBe(false)
    })

    test('the list names what is held, and since when', async () => {
      const before = Date.now() - 1000
      await inbox.put(NAME, source(), PICTURE)
      await inbox.put(OTHER, source(), PICTURE)
      const listed = await list()
      expect(listed.map((held) => held.name)).toEqual([NAME, OTHER])
      for (const { storedAt } of listed) {
        expect(storedAt.getTime()).toBeGreaterThan(before)
        expect(storedAt.getTime()).toBeLessThan(Date.now() + 1000)
      }
    })

    test.each([
      '',
      'short',
      '../../thervu',
      '..',
      'a/b/c/d/e',
      '.abcdefghijkmnpqr',
      'a'.repeat(65),
      'கணிதம்கணிதம்',
    ])('%j is no name, and is refused by put', async (wrong) => {
      const from = source()
      await expect(inbox.put(wrong, from, PICTURE)).rejects.toThrow()
      expect(existsSync(from.path)).toBe(false)
      expect(await list()).toEqual([])
    })

    test('work on one name takes turns, whatever fails, and work on another does not wait for it', async () => {
      const done: string[] = []
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const first = inbox.withLock(NAME, async () => {
        await held
        done.push('first')
        throw new Error('no')
      })
      const second = inbox.withLock(NAME, async () => done.push('second'))
      await inbox.withLock(OTHER, async () => done.push('other'))
      letGo()
      await expect(first).rejects.toThrow('no')
      await second
      expect(await inbox.withLock(NAME, async () => 'third')).toBe('third')
      expect(done).toEqual(['other', 'first', 'second'])
    })

    test('discarding what is unfinished leaves held files alone', async () => {
      await inbox.put(NAME, source(), PICTURE)
      await inbox.discardUnfinished(new Date(8.64e15))
      expect(await read(NAME)).toEqual(PDF)
    })

    test('what is set aside is not there any more, comes back as it was, and can be discarded', async () => {
      await inbox.put(NAME, source(), PICTURE)
      expect(await inbox.setAside(NAME, '2026-11-28')).toBe(true)
      expect([await read(NAME), await inbox.picture(NAME), await list()]).toEqual([null, null, []])
      expect(await inbox.setAside(NAME, '2026-11-28')).toBe(false)
      expect(await Array.fromAsync(inbox.listAside())).toEqual([{ day: '2026-11-28', name: NAME }])
      expect(await inbox.putBack({ day: '2026-11-28', name: NAME })).toBe(true)
      expect(await read(NAME)).toEqual(PDF)
      expect(Buffer.from((await inbox.picture(NAME)) ?? [])).toEqual(PICTURE)
      await inbox.setAside(NAME, '2026-11-28')
      await inbox.put(NAME, source(Buffer.from('later')), PICTURE)
      expect(await inbox.putBack({ day: '2026-11-28', name: NAME })).toBe(false)
      await inbox.discardAside({ day: '2026-11-28', name: NAME })
      expect(await Array.fromAsync(inbox.listAside())).toEqual([])
      expect(await read(NAME)).toEqual(Buffer.from('later'))
    })
  })
}
