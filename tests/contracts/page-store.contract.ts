import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PageStore } from '#domain/page-images/page-image.ts'

/** What every place for pictures of pages keeps. `make` gets a folder of its own, which need not be there. */
export function describePageStore(name: string, make: (folder: string) => PageStore) {
  describe(name, () => {
    let folder: string
    let store: PageStore
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'thervu-pages-'))
      store = make(join(folder, 'pages'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    const read = async (tag: string, picture: string) => {
      const bytes = await store.read(tag, picture)
      return bytes && Buffer.from(bytes).toString()
    }
    const folders = async () => {
      const found: string[] = []
      for await (const tag of store.folders()) found.push(tag)
      return found.sort()
    }

    test('a picture is read back, and the same name again takes its place', async () => {
      await store.put('ab12', '1-720.webp', Buffer.from('first'))
      await store.put('ab12', '1-1440.webp', Buffer.from('large'))
      await store.put('ab12', '1-720.webp', Buffer.from('second'))
      expect(await read('ab12', '1-720.webp')).toBe('second')
      expect(await read('ab12', '1-1440.webp')).toBe('large')
    })

    test('a picture that is not there is null, in a folder that is there and in one that is not', async () => {
      await store.put('ab12', '1-720.webp', Buffer.from('x'))
      expect(await read('ab12', '2-720.webp')).toBeNull()
      expect(await read('cd34', '1-720.webp')).toBeNull()
    })

    test('a folder is removed with all its pictures, and others stay', async () => {
      await store.put('ab12', '1-720.webp', Buffer.from('x'))
      await store.put('ab12', '2-720.webp', Buffer.from('x'))
      await store.put('ab99', '1-720.webp', Buffer.from('x'))
      expect(await folders()).toEqual(['ab12', 'ab99'])
      await store.removeFolder('ab12')
      await store.removeFolder('none')
      expect(await folders()).toEqual(['ab99'])
      expect(await read('ab12', '1-720.webp')).toBeNull()
    })

    test('there are no folders where nothing was put', async () => {
      expect(await folders()).toEqual([])
    })

    test('a name that could lead elsewhere is never looked up', async () => {
      for (const [tag, picture] of [
        ['..', '1-720.webp'],
        ['ab12', '../1-720.webp'],
        ['ab/12', '1-720.webp'],
        ['', '1-720.webp'],
        ['ab12', ''],
      ] as const) {
        await expect(store.put(tag, picture, Buffer.from('x'))).rejects.toThrow('Not a picture')
        await expect(store.read(tag, picture)).rejects.toThrow('Not a picture')
      }
      await expect(store.removeFolder('..')).rejects.toThrow('Not a picture')
    })
  })
}
