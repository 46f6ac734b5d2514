import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const IMAGE = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')

test('the image holds every table of words the site reads when it starts, and says the version it is', () => {
  const copied = [...IMAGE.matchAll(/\/srv\/thervu\/(\S+)/g)].map(([, path = '']) => path)
  const read = ['site.config.ts', ...globSync('*.txt', { cwd: ROOT })]
  expect(read).toContain('syllabus-changes.txt')
  expect(read.filter((file) => !copied.some((glob) => matchesGlob(file, glob)))).toEqual([])
  expect(/^ARG VERSION=(.*)$/m.exec(IMAGE)?.[1]).toBe(manifest.version)
})
