import { lstatSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyCheckout, npm } from '../support/checkout.ts'

test('the packages of a server take less than 450 MB, and build the site', { timeout: 600_000 }, async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'thervu-packages-'))
  onTestFinished(() => rm(checkout, { recursive: true, force: true }))
  copyCheckout(checkout)
  await npm(checkout, 'run', 'build')
  const modules = join(checkout, 'node_modules')
  const files = new Map<number, number>()
  for (const name of readdirSync(modules, { recursive: true })) {
    const info = lstatSync(join(modules, String(name)))
    // A file with two names is there once.
    if (info.isFile()) files.set(info.ino, info.size)
  }
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(200e6)
  expect(bytes).toBeLessThan(450e6)
})
