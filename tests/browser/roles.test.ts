import { expect, test } from 'vitest'
import { openAccount } from '../support/account-page.ts'
import { rowOf } from '../support/admin-page.ts'
import { admin, browser, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { ADMIN, MEENA, publish } from '../support/site.ts'

const RAVI = { email: 'ravi@centre.example', password: 'compass-box-and-eraser' }

visitAdmin()

test('an uploader’s admin area has what an uploader may do, says the rest, and changes once an owner gives another role', async () => {
  await site.app.identity.administrators.create({ ...RAVI, role: 'uploader' })
  const ravi = await site.signIn(RAVI)
  const others = await publish(site, admin, { title: 'Of the owner' }, plainPdf({ pages: 1, text: 'one' }))
  await publish(site, ravi, { title: 'Of Ravi' }, plainPdf({ pages: 1, text: 'two' }))

  const his = await openPage(browser)
  await openSignedIn(his, site.origin, `/admin?edit=${others.id}`, RAVI)
  const list = his.getByRole('region', { name: 'Uploaded PDFs' })
  await rowOf(list, 'Of Ravi').getByRole('button', { name: /^Edit/ }).waitFor()
  const ways = await his.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents()
  expect(ways.map((way) => way.trim())).toEqual([
    'Papers',
    'Many files',
    'Journal',
    'Account',
    'Handbook (opens in a new tab)',
  ])
  expect(await his.getByRole('heading', { name: 'Pricing Section' }).count()).toBe(0)
  expect(await rowOf(list, 'Of the owner').getByRole('button').count()).toBe(0)
  expect(await rowOf(list, 'Of the owner').getByRole('checkbox').count()).toBe(0)
  // What was asked for by its address is said, not opened.
  await his.getByText(/“Of the owner”: Only whoever added this paper/).waitFor()
  expect(await his.locator('.paper-form').count()).toBe(0)

  await rowOf(list, 'Of Ravi')
    .getByRole('button', { name: /^Delete/ })
    .click()
  // The row goes before it is told of: then the paper is in the bin.
  await list.getByText('“Of Ravi” is in the bin for 30 days.').waitFor()
  await his.goto(`${site.origin}/admin?show=binned`)
  await rowOf(list, 'Of Ravi')
    .getByRole('button', { name: /^Restore/ })
    .waitFor()
  expect(await his.getByRole('button', { name: /for good|Empty the bin/ }).count()).toBe(0)

  for (const path of ['/admin/site', '/admin/answers', '/admin/activity', '/admin/setup']) {
    await his.goto(site.origin + path)
    await his.getByText(/^Only an .* Your account is an uploader’s; ask priya@centre\.example\.$/).waitFor()
  }
  expect(await axeFaultsIn(his)).toEqual([])
  await his.goto(`${site.origin}/admin/account`)
  await his.getByRole('heading', { name: 'What you may do' }).waitFor()
  expect(await his.getByText(/ask an owner: priya@centre\.example/).count()).toBe(1)
  expect(await his.getByRole('button', { name: 'Add an administrator' }).count()).toBe(0)

  await openAccount(page, site.origin)
  await page.getByRole('button', { name: `Change the role of ${RAVI.email}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: 'Save role' }).isDisabled()).toBe(true)
  await dialog.getByRole('radio', { name: /^Editor/ }).check()
  expect(await axeFaultsIn(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await page.getByText(`${RAVI.email} is an editor now.`).waitFor()
  await page.getByText(/^Editor · Password alone/).waitFor()

  await his.goto(`${site.origin}/admin/site`)
  await his.getByRole('heading', { name: 'Announcements' }).waitFor()
  const parts = his.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link')
  expect(await parts.allTextContents()).toEqual(['Announcements', 'Exam dates'])
  await his.context().close()
})

test('the last owner who steps down is told what to do first, and a colleague is made with a role', async () => {
  await openAccount(page, site.origin)
  await page.getByRole('button', { name: `Change the role of ${ADMIN.email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Uploader/ }).check()
  await dialog.getByText('You would be no owner any more.').waitFor()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await dialog
    .getByText(/is the last owner who can sign in; make another administrator an owner first/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Add an administrator' }).click()
  await page.getByLabel('Email').fill(MEENA.email)
  expect(await page.getByRole('radio', { name: /^Uploader/ }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: /^Owner/ }).check()
  await page.getByRole('button', { name: 'Add administrator' }).click()
  await page.getByRole('button', { name: 'I have it' }).click()
  expect(await site.app.identity.owners()).toEqual([ADMIN.email, MEENA.email])
})
