import { describe, expect, test } from 'vitest'
import { MONTHS } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { openDesk } from '../../support/sign-in-page.ts'
import { publish, uploadBody } from '../../support/site.ts'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { fillUploadForm } from '../../support/upload-form.ts'
import { postPaper } from '../../support/uploads.ts'

/**
 * Sections 5 and 7 of the specification as the desk keeps them: validation rules and writes. Each test is named by the
 * sentence that it ticks off.
 */
visitSpecifiedSite({ reducedMotion: 'reduce' })

const field = (name: string) => page.getByLabel(name, { exact: true })
const upload = () => page.getByRole('button', { name: 'Upload', exact: true })
const toast = (text: string) => page.locator('.toast').filter({ hasText: text })

async function choicesOf(name: string) {
  return (await field(name).locator('option').allTextContents()).slice(1)
}

describe('Validation rules', () => {
  test('Upload is enabled only when degree, year, month and title are filled. For a grade 6-12 CBSE or State degree, a subject must also be chosen.', async () => {
    await openDesk(page, site.origin)
    await fillUploadForm(page)
    await expect.poll(() => upload().isEnabled()).toBe(true)
    for (const name of ['Year', 'Month', 'Subject', 'Degree']) {
      const chosen = await field(name).inputValue()
      await field(name).selectOption('')
      expect([name, await upload().isDisabled()]).toEqual([name, true])
      expect(await page.locator('#upload-missing').textContent()).toContain(name.toLowerCase())
      if (name !== 'Degree') await field(name).selectOption(chosen)
    }
    for (const exam of ['JEE', 'NEET', 'TNPSC']) {
      await field('Degree').selectOption(exam)
      await field('Subject').selectOption('')
      expect([exam, await upload().isEnabled()]).toEqual([exam, true])
    }
    for (const degree of (await choicesOf('Degree')).filter((name) => /CBSE|State/.test(name))) {
      await field('Degree').selectOption(degree)
      await field('Subject').selectOption('')
      expect([degree, await upload().isDisabled()]).toEqual([degree, true])
    }
    await field('Subject').selectOption('Tamil')
    await field('Title').fill('')
    expect(await upload().isDisabled()).toBe(true)
  })

  test('A PDF file is required (accepts application/pdf). The thumbnail may be any image and is optional.', async () => {
    await openDesk(page, site.origin)
    const pdf = page.getByLabel('PDF file')
    expect(await pdf.getAttribute('accept')).toBe('application/pdf')
    expect(await page.getByLabel('Thumbnail (optional)').getAttribute('accept')).toBe('image/*')
    await fillUploadForm(page)
    await pdf.setInputFiles([])
    await page.getByText('Still needed: PDF file.').waitFor()
    expect(await upload().isDisabled()).toBe(true)
  })

  test('Year choices run from 1990 to the current year. Months are the 12 English month names.', async () => {
    await openDesk(page, site.origin)
    const years = (await choicesOf('Year')).map(Number).sort((one, other) => one - other)
    const now = currentYear(new Date())
    expect(years).toEqual(Array.from({ length: now - 1990 + 1 }, (_, at) => 1990 + at))
    const english = MONTHS.map((_, at) => new Date(2024, at).toLocaleString('en', { month: 'long' }))
    expect(await choicesOf('Month')).toEqual(english)
  })

  test('Degree options are 12th, 11th, 10th, 9th, 8th, 7th and 6th, each in CBSE and State, plus JEE, NEET and TNPSC.', async () => {
    await openDesk(page, site.origin)
    const classes = ['12th', '11th', '10th', '9th', '8th', '7th', '6th']
    const degrees = classes.flatMap((name) => [`${name} CBSE`, `${name} State`])
    expect(await choicesOf('Degree')).toEqual([...degrees, 'JEE', 'NEET', 'TNPSC'])
  })

  test('Subject options: Mathematics, Science, Social Science, English, Tamil, Business Maths, Physics, Chemistry, Biology, Computer Science, Accountancy, Commerce, Economics, History.', async () => {
    await openDesk(page, site.origin)
    const subjects =
      'Mathematics, Science, Social Science, English, Tamil, Business Maths, Physics, Chemistry, Biology, Computer Science, Accountancy, Commerce, Economics, History'
    const added = ['Hindi', 'Sanskrit', 'Other']
    expect(await choicesOf('Subject')).toEqual([...subjects.split(', '), ...added])
  })

  test.each([
    ['', ''],
    ['priya', 'x'],
  ])(
    'Login has no client-side checks: %j and %j are sent, and the server refuses them.',
    async (email, password) => {
      await page.goto(`${site.origin}/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      const sent = page.waitForResponse('**/api/auth/login')
      await page.getByRole('button', { name: 'LOGIN' }).click()
      expect((await sent).status()).toBe(401)
      await toast('Operation Failed !').waitFor()
    },
  )

  test('Server-side rules are not shown: the server refuses what the form would not send.', async () => {
    const { headers } = await site.signIn()
    const good = {
      title: 'T',
      degree: '12th-cbse',
      subject: 'Physics',
      month: 'May',
      year: '2024',
      referenceLink: '',
    }
    for (const [name, value] of [
      ['title', ' '],
      ['degree', '5th-cbse'],
      ['subject', 'all'],
      ['month', 'Mai'],
      ['year', '1989'],
      ['year', String(currentYear(new Date()) + 1)],
    ] as const) {
      const body = uploadBody({ ...good, [name]: value })
      const answer = await postPaper(site, headers, body)
      expect([name, answer.status, (await answer.json()).field]).toEqual([name, 422, name])
    }
  })
})

describe('Database writes and file storage', () => {
  test('Merge-set each pricing/{id} document: what is not sent stays.', async () => {
    const { headers } = await site.signIn()
    const before = (await (await site.fetch('/api/pricing')).json()).prices
    const put = await site.fetch('/api/admin/prices', {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ 'neet-ann': 4321 }),
    })
    expect((await put.json()).prices).toEqual({ ...before, 'neet-ann': 4321 })
  })

  test('Upload the PDF to {degree}/{name}_{timestamp}.{ext}, and the thumbnail to thumbnail/{name}_{timestamp}.{ext}, then fetch its URL. When a paper is deleted, delete the PDF and the thumbnail by their URLs.', async () => {
    const admin = await site.signIn()
    const paper = await publish(site, admin, { title: 'Waves' })
    expect(paper.link).toMatch(/^\/files\/12th-cbse\/[a-z0-9-]{1,80}_\d{8}T\d{9}Z-\w{8}\.pdf$/)
    expect(paper.thumbnail).toMatch(/^\/files\/thumbnail\/[a-z0-9-]{1,80}_\d{8}T\d{9}Z-\w{8}\.webp$/)
    for (const path of [paper.link, String(paper.thumbnail)])
      expect((await site.fetch(path)).status).toBe(200)
    const gone = await site.fetch(`/api/admin/papers/${paper.id}`, {
      method: 'DELETE',
      headers: admin.headers,
    })
    expect(gone.status).toBe(204)
    for (const path of [paper.link, String(paper.thumbnail)])
      expect((await site.fetch(path)).status).toBe(404)
  })
})
