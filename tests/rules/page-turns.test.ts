import { expect, test } from 'vitest'
import { versionOf } from '#domain/offline/paper-manifest.ts'
import { type TextLine, turnLines } from '#domain/page-text/text-line.ts'
import { pageName } from '#domain/page-turns/turn.ts'

test('lines are turned with their page, about its corners, and scaled to its new width', () => {
  // On a page of 1440 × 720: a line that runs up along the left edge.
  const up: TextLine[] = [[20, 200, 40, 400, 'Prove that']]
  expect(turnLines(up, 0, 720)).toEqual(up)
  expect(turnLines(up, 90, 2_880)).toEqual([[240, 40, 800, 80, 'Prove that']])
  expect(turnLines(up, 270, 2_880)).toEqual([[400, 2_760, 800, 80, 'Prove that']])
  expect(turnLines(up, 180, 720)).toEqual([[1_380, 120, 40, 400, 'Prove that']])
  // Turned on, they are where they were.
  expect(turnLines(turnLines(up, 90, 2_880), 270, 720)).toEqual(up)
})

test('a turned page has another address, and a paper that is kept is fetched again', () => {
  expect([pageName(3), pageName(3, 0), pageName(3, 90)]).toEqual(['3', '3', '3r90'])
  const size = { width: 1440, height: 2036 }
  const paper = { referenceLink: null } as Parameters<typeof versionOf>[0]['paper']
  const upright = versionOf({ base: '/pages/a', pages: [size, null], paper })
  expect(upright).toBe('/pages/a 1 ')
  expect(versionOf({ base: '/pages/a', pages: [{ ...size, turn: 90 }, null], paper })).not.toBe(upright)
})
