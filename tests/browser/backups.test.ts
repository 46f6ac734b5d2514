import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, type Site } from '../support/site.ts'

const HOUR = 60 * 60 * 1000
const folder = join(tmpdir(), 'a-long-name-of-a-folder-on-a-disk-that-is-not-there', 'thervu-backups')
let dataDir: string
let site: Site
let browser: Browser
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'thervu-site-'))
  record({ hoursAgo: 50 })
  ;[site, browser] = await Promise.all([openSite({ dataDir, env: { BACKUP_TO: folder } }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** A good backup so long ago; the last try has failed just now, so that none is due. */
function record({ hoursAgo }: { hoursAgo: number }) {
  const [at, now] = [Date.now() - hoursAgo * HOUR, Date.now()].map((time) => new Date(time).toISOString())
  const lastGood = { at, to: folder, papers: 1_240, files: 2_480, bytes: 1.2e9 }
  const failure = { at: now, reason: `There is no folder ${folder}: is its disk there, and mounted?` }
  writeFileSync(
    join(dataDir, 'backup.json'),
    JSON.stringify({ [folder]: { since: at, madeAt: at, lastGood, failure } }),
  )
}

test('without a good backup for two days the desk warns, and says why', async () => {
  for (const { colorScheme, width } of LOOKS) {
    const page = await openPage(browser, { colorScheme, viewport: { width, height: 800 } })
    await openSignedIn(page, site.origin, '/admin')
    const warning = page.getByRole('alert').filter({ hasText: 'No good backup for two days or more.' })
    await warning.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await warning.getByRole('link', { name: 'Why' }).click()
    const section = page.getByRole('region', { name: 'Backups' })
    await section.getByText('is its disk there, and mounted?').waitFor()
    await section.getByText('1,240 papers and 2,480 files').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.context().close()
  }
})

test('while the last good backup is younger, the desk is quiet', async () => {
  record({ hoursAgo: 47 })
  const page = await openPage(browser)
  await openSignedIn(page, site.origin, '/admin/account')
  await page.getByRole('region', { name: 'Backups' }).getByText('Last good backup').waitFor()
  // What was read there is known here at once.
  await page.getByRole('link', { name: 'Papers', exact: true }).click()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  expect(await page.getByText('No good backup').count()).toBe(0)
  await page.context().close()
})
