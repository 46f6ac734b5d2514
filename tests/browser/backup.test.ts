import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { newFolder, removeFolders } from '../support/backups.ts'
import { openSignedIn } from '../support/sign-in-page.ts'

/** A backup has the lowest priority. */
const BUSY_MS = 110_000

visitAdmin()
afterAll(removeFolders)

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an administrator makes an encrypted backup, downloads it, and names a place for the nightly ones', async () => {
  await openSignedIn(page, site.origin, '/admin/account')
  await page.getByRole('link', { name: 'Make, download and set up backups' }).click()
  const passphrase = page.getByRole('textbox', { name: 'Passphrase' })
  await passphrase.fill('too short')
  await button('Make a backup').click()
  await page.getByText('needs at least 12 characters').waitFor()
  await passphrase.fill('slate banyan copper evening')
  await button('Make a backup').click()
  await button('Download').waitFor({ timeout: BUSY_MS })
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
  const bytes = readFileSync(await download.path())
  expect([
    download.suggestedFilename(),
    bytes.toString('latin1', 257, 262),
    bytes.includes('SQLite format'),
  ]).toEqual([expect.stringMatching(/^thervu-backup-.+-encrypted\.tar$/), 'ustar', false])
  await button('Delete it from the server').click()
  await button('Make a backup').waitFor()

  const place = page.getByLabel('Place')
  await place.fill(join(site.dataDir, 'backups'))
  await button('Save').click()
  await page.getByText('must not be inside DATA_DIR').waitFor()
  const folder = join(newFolder(), 'thervu')
  await place.fill(folder)
  await button('Test it').click()
  await page.getByText('The place works.').waitFor()
  await button('Save').click()
  await page.getByText('The first backup is being made.').waitFor()
  await page.getByText(`npm run restore -- "${folder}" --damaged`).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
})
