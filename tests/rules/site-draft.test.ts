import { expect, test } from 'vitest'
import { site } from '#site'
import { joinDrafts, type SiteDraft } from '#web/routes/admin/site/site-draft.ts'

const draft = (stamp: string, typed: object, version = 3): SiteDraft => ({
  ...{ version, base: site, note: '', begunAt: '2026-11-23T06:00:00Z', stamp },
  typed: { ...site, ...typed },
})
const seen = draft('seen', { name: 'Kaveri' })

test('what two tabs have typed at once is put together, and of one field this tab’s is kept', () => {
  const mine = draft('mine', { name: 'Kaveri Maths', banner: 'Mine' })
  const theirs = draft('theirs', { name: 'Kaveri', banner: 'Theirs', tagline: 'Their headline' })
  const joined = joinDrafts(mine, seen, theirs)
  expect(joined?.typed).toEqual({ ...site, name: 'Kaveri Maths', banner: 'Mine', tagline: 'Their headline' })
  expect(joinDrafts(draft('mine', { banner: 'Mine' }), null, theirs)?.typed).toMatchObject({
    ...{ name: 'Kaveri', banner: 'Mine', tagline: 'Their headline' },
  })
})

test('a draft that no other tab has kept since, that another has published, or that is of another version, is this tab’s alone', () => {
  const mine = draft('mine', { name: 'Mine' })
  expect(joinDrafts(mine, seen, seen)).toBe(mine)
  expect(joinDrafts(mine, seen, null)).toBe(mine)
  expect(joinDrafts(mine, seen, draft('theirs', { banner: 'Theirs' }, 4))).toBe(mine)
  expect(joinDrafts(null, seen, draft('theirs', {}))).toBeNull()
})
