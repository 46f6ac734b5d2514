import { describe, expect, test } from 'vitest'
import { MONTHS } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { openDesk } from '../../support/sign-in-page.ts'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { fillUploadForm } from '../../support/upload-form.ts'

/**
 * Section 5 of the specification as the desk keeps it: validation rules. Each test is named by the sentence that it ticks
 * off; what the API keeps of it is in tests/http/specified-writes.test.ts.
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

  test('Choices: years from 1990 to the current year, the 12 English month names, 12th to 6th each in CBSE and State plus JEE, NEET and TNPSC, and the subjects.', async () => {
    await openDesk(page, site.origin)
    const years = (await choicesOf('Year')).map(Number).sort((one, other) => one - other)
    const now = currentYear(new Date())
    expect(years).toEqual(Array.from({ length: now - 1990 + 1 }, (_, at) => 1990 + at))
    const english = MONTHS.map((_, at) => new Date(2024, at).toLocaleString('en', { month: 'long' }))
    expect(await choicesOf('Month')).toEqual(english)
    const classes = ['12th', '11th', '10th', '9th', '8th', '7th', '6th']
    const degrees = classes.flatMap((name) => [`${name} CBSE`, `${name} State`])
    expect(await choicesOf('Degree')).toEqual([...degrees, 'JEE', 'NEET', 'TNPSC'])
    const subjects =
      'Mathematics, Science, Social Science, English, Tamil, Business Maths, Physics, Chemistry, Biology, Computer Science, Accountancy, Commerce, Economics, History'
    const added = ['Hindi', 'Sanskrit', 'Other']
    expect(await choicesOf('Subject')).toEqual([...subjects.split(', '), ...added])
  })

  test('Login has no client-side checks: nothing at all and half an address are sent, and the server refuses them.', async () => {
    await page.goto(`${site.origin}/login`)
    for (const [email, password] of [
      ['', ''],
      ['priya', 'x'],
    ] as const) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      const sent = page.waitForResponse('**/api/auth/login')
      await page.getByRole('button', { name: 'LOGIN', disabled: false }).click()
      expect((await sent).status()).toBe(401)
    }
    // The one before may be on its way out.
    await toast('Operation Failed !').first().waitFor()
  })
})
