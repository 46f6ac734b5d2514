import { lstatSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyCheckout, npmServe } from '../support/checkout.ts'

test('a first start says what it is doing and how far it is, with packages of less than 450 MB', {
  timeout: 900_000,
}, async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'thervu-packages-'))
  onTestFinished(() => rm(checkout, { recursive: true, force: true }))
  copyCheckout(checkout)
  const site = await npmServe(checkout, ['start'])
  expect((await site.fetch('/')).status).toBe(200)
  await site.end()
  const said = site.written().split('\n')
  const told = said.flatMap((line) => (/^ *\d+ % {2}/.test(line) ? [line.trim()] : []))
  const shares = told.map((line) => Number.parseInt(line, 10))
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(told[0]).toMatch(/^0 % {2}Installing the packages/)
  expect(told).toContainEqual(expect.stringMatching(/^50 % {2}Building the site/))
  expect(told).toContainEqual(expect.stringMatching(/^85 % {2}Adding sample paper 1 of \d+: /))
  expect(said.findLastIndex((line) => / % {2}/.test(line))).toBeLessThan(
    said.findIndex((line) => line.startsWith('Thervu is open at ')),
  )
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
