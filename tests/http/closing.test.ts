import { expect, test } from 'vitest'
import { openDataDir } from '../support/child-site.ts'
import { openSite, uploadBody } from '../support/site.ts'
import { expectWhole, rowsOf, until } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

test('a site is closed when the publication of somebody who has left has ended, and not before', async () => {
  await using data = await openDataDir()
  const left = new AbortController()
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
  let isPlaced = false
  const site = await openSite({
    dataDir: data.path,
    parts: ({ files }) => ({
      files: {
        ...files,
        async put(...args) {
          await files.put(...args)
          isPlaced = true
          await gate
        },
      },
    }),
  })
  const { headers } = await site.signIn()
  const sender = {
    fetch: (path: string, init?: RequestInit) => site.fetch(path, { ...init, signal: left.signal }),
  }
  const sending = postPaper(sender, headers, uploadBody())
  await until('its file has reached its place', () => isPlaced)
  left.abort()
  await expect(sending).rejects.toThrow()
  const ended = site.end({ keepData: true })
  await until('nobody is let in', () =>
    site.fetch('/healthz').then(
      () => false,
      () => true,
    ),
  )
  goOn()
  await ended
  expect(await rowsOf(data.path, 'select title from papers')).toHaveLength(1)
  await expectWhole(data.path)
})
