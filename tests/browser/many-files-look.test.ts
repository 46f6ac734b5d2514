import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { madePapers, openManyFiles, pick, waitForRows } from '../support/many-files.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  page = await openPage(browser)
  await publish(site, await site.signIn(), {}, plainPdf({ text: 'The one already there' }))
  await openManyFiles(page, site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const SIZES = [
  [360, 740],
  [1440, 900],
] as const

test('the empty page says what to drop and how names help, without a fault in any light', async () => {
  await page.getByText('Drop a folder of PDFs').waitFor()
  await page.getByRole('heading', { name: 'How names help' }).waitFor()
  expect(await faultsInEachLight()).toEqual([])
  expect(await beyondTheEdge()).toEqual([])
})

test('rows of every kind are without a fault in any light, and nothing stands beyond the edge', async () => {
  await pick(page, [
    ...madePapers(2),
    { name: 'Class 12 Physics CBSE 2023 half yearly.pdf', bytes: plainPdf({ text: 'doubtful' }) },
    { name: `A very long name that goes on ${'and on '.repeat(12)}.pdf`, bytes: plainPdf({ text: 'long' }) },
    { name: 'duplicate.pdf', bytes: plainPdf({ text: 'The one already there' }) },
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
    { name: 'picture.pdf', bytes: Buffer.from('ffd8ffe000104a4649460001', 'hex') },
  ])
  await waitForRows(page, 'failed', 2)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  await page
    .getByRole('checkbox', { name: /^Pick CBSE Class VI / })
    .first()
    .check()
  expect(await faultsInEachLight()).toEqual([])
  for (const width of [1152, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await raggedRows(), `${width}`).toEqual([])
    expect(await headBesideRows(), `${width}`).toEqual({
      edge: '1px',
      left: 0,
      right: 0,
      gap: 0,
      words: [0, 0, 0, 0],
    })
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.locator('.inbox-card-file').first().waitFor()
  // A name is written as it is, also where it may be cut before a space.
  const files = page.locator('.inbox-card-file > span')
  const [shown, whole] = [await files.allInnerTexts(), await files.allTextContents()]
  expect(whole.filter((name) => / \S{8,}$/.test(name))).not.toEqual([])
  expect(shown.map((name) => name.replaceAll('\n', ''))).toEqual(whole)
  await page.setViewportSize({ width: 360, height: 740 })
  await page
    .getByRole('group', { name: /^A very long name/ })
    .locator('[aria-expanded]')
    .click()
  expect(await axeFaults(page)).toEqual([])
  expect(await beyondTheEdge()).toEqual([])
}, 180_000)

test('both dialogs are without a fault, on a phone too', async () => {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Already there', exact: true }).last().click()
    await page.getByRole('dialog').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Look at page 1 of Class 12/ }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}, 180_000)

/** How far the box of the columns' names is from the rows that hang from it, and their words from those of the fields. */
async function headBesideRows() {
  return await page.evaluate(() => {
    const boxOf = (part: Element | null | undefined) => part?.getBoundingClientRect() ?? new DOMRect()
    const head = document.querySelector('.inbox-heads')
    const rows = document.querySelector('.inbox-line')?.parentElement
    const names = [...(head?.querySelectorAll(':scope > span') ?? [])].slice(1, 5)
    const fields = [...document.querySelectorAll('.inbox-line:first-child select')]
    const words = names.map((name, at) => {
      const padding = Number.parseFloat(getComputedStyle(name).paddingLeft)
      const field = fields[at]
      const begins = field ? Number.parseFloat(getComputedStyle(field).paddingLeft) + 1 : 0
      return Math.round(boxOf(name).x + padding - boxOf(field).x - begins)
    })
    return {
      edge: head && getComputedStyle(head).borderTopWidth,
      left: Math.round(boxOf(head).left - boxOf(rows).left),
      right: Math.round(boxOf(head).right - boxOf(rows).right),
      gap: Math.round(boxOf(rows).top - boxOf(head).bottom),
      words,
    }
  })
}

async function faultsInEachLight() {
  const faults: string[] = []
  for (const { colorScheme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    faults.push(...(await axeFaults(page)).map((fault) => `${width} ${colorScheme} ${fault}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

/** Rows whose fields do not share top and height. */
function raggedRows() {
  return page.locator('.inbox-line').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const boxes = [...row.querySelectorAll('.inbox-cells > .input, .inbox-title > .input')].map((field) =>
        field.getBoundingClientRect(),
      )
      const places = boxes.map(({ top, height }) => `${Math.round(top)} ${Math.round(height)}`)
      return new Set(places).size > 1 ? [places] : []
    }),
  )
}

/** What reaches over the right edge of the smallest phone. */
async function beyondTheEdge() {
  await page.setViewportSize({ width: 320, height: 640 })
  return await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth
    return wide > innerWidth ? [`the page is ${wide} wide`] : []
  })
}
