import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEGREES, findDegree } from '#domain/paper/paper.ts'
import { gotoWithFonts, openBrowser, openMovingPage, openPage, wakePage } from '../support/chromium.ts'
import { pressedHeight } from '../support/pressed-height.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1440, height: 900 }
const WIDE = { width: 1920, height: 1080 }
const LONG =
  'The half-yearly examination of the matriculation higher secondary school in everybody’s own words'

let site: Site
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (const { slug } of DEGREES.filter(({ type, grade }) => type !== 'state' || grade === '9'))
    await publish(site, admin, { degree: slug, title: `Paper of ${slug}` })
  await publish(site, admin, { title: LONG, referenceLink: 'https://answers.example/a' })
  // While all papers are of this week, their number is not said.
  await site.app.db
    .updateTable('papers')
    .set({ createdAt: '2020-01-01T00:00:00.000Z' })
    .where('title', '=', 'Paper of 9th-state')
    .execute()
  await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ '10th12th-mon': 499, '10th12th-half': 2199, '10th12th-ann': 3999 },
      ...{ 'jee-mon': 9999, 'jee-half': 54_999, 'jee-ann': 99_999 },
    }),
  })
  page = await openPage(browser, { viewport: PHONE, hasTouch: true })
  await gotoWithFonts(page, site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

async function edgesOf(part: Locator) {
  const { x = 0, y = Infinity, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return { left: x, top: y, right: x + width, bottom: y + height, height }
}

async function sizeOf(part: Locator) {
  return await part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
}

test('a whole paper stands on the first screen, below a headline of two lines', async () => {
  for (const [viewport, latest] of [
    [PHONE, 500],
    [DESK, 600],
  ] as const) {
    await page.setViewportSize(viewport)
    const card = await edgesOf(page.getByRole('article').first())
    expect(card.top, `${viewport.width}`).toBeLessThanOrEqual(latest)
    expect(card.bottom, `${viewport.width}`).toBeLessThanOrEqual(viewport.height)
    const headline = page.getByRole('heading', { level: 1 })
    const lines = (await edgesOf(headline)).height / (await sizeOf(headline))
    expect(lines, `${viewport.width}`).toBeGreaterThan(2)
    expect(lines, `${viewport.width}`).toBeLessThan(2.5)
    expect((await edgesOf(page.locator('.hero'))).height, `${viewport.width}`).toBeLessThanOrEqual(400)
  }
  expect(await sizeOf(page.getByRole('heading', { level: 1 }))).toBeCloseTo(52, 0)
  // What is promised keeps clear of the drawing, which a narrower screen has less room for.
  for (const width of [1600, DESK.width, 1280, 1152, 1024, 768]) {
    await page.setViewportSize({ width, height: DESK.height })
    const promised = await edgesOf(page.locator('.promises li').last())
    const drawn = await edgesOf(page.locator('.hero > .wrap > svg').last())
    expect(promised.right + 12, `${width}`).toBeLessThanOrEqual(drawn.left)
  }
  await page.setViewportSize(DESK)
  expect(await sizeOf(page.getByRole('heading', { name: 'class 6-12 CBSE' }))).toBeCloseTo(28, 0)
  const panel = await sizeOf(page.getByRole('heading', { name: 'Expertise' }))
  expect(panel).toBeCloseTo(48, 0)
  expect(panel).toBeLessThanOrEqual(await sizeOf(page.getByRole('heading', { name: 'Why Choose Us' })))
})

test('one button stops all that moves: on the first screen, at the end of the line of the latest papers', async () => {
  const named = { name: 'Pause moving parts', includeHidden: true }
  const pause = page.getByRole('region', { name: 'Latest Papers' }).getByRole('button', named)
  expect(await page.locator('.hero').getByRole('button', named).count()).toBe(0)
  for (const viewport of [{ width: 320, height: 640 }, PHONE, { width: 768, height: 1024 }, DESK]) {
    await page.setViewportSize(viewport)
    await pause.evaluate((button) => {
      button.style.display = 'inline-grid'
    })
    const [box, heading, next] = await Promise.all([
      edgesOf(pause),
      edgesOf(page.getByRole('heading', { name: 'Latest Papers' })),
      edgesOf(page.getByRole('button', { name: 'Next paper', includeHidden: true })),
    ])
    expect(box.left, `${viewport.width}`).toBeGreaterThanOrEqual(heading.right)
    expect([box.bottom <= viewport.height, next.right <= viewport.width], `${viewport.width}`).toEqual([
      true,
      true,
    ])
    expect(Math.min(box.height, box.right - box.left), `${viewport.width}`).toBeGreaterThanOrEqual(
      viewport.width < 352 ? 32 : viewport.width < 640 ? 36 : 44,
    )
    expect(Math.abs((box.top + box.bottom) / 2 - (next.top + next.bottom) / 2)).toBeLessThan(1)
  }
  await page.reload()
})

test('titles of the latest papers are of one size, and what stands below them at one height', async () => {
  await page.setViewportSize(DESK)
  await gotoWithFonts(page, site.origin)
  const facts = await page.locator('.latest-facts').evaluateAll((all) =>
    all.map((one) => {
      const title = one.querySelector('h3') as HTMLElement
      const below = title.nextElementSibling as HTMLElement
      return [getComputedStyle(title).fontSize, Math.round(below.getBoundingClientRect().top)].join()
    }),
  )
  expect([facts.length > 1, [...new Set(facts)]]).toEqual([true, facts.slice(0, 1)])
})

test('a card of the latest papers ends with its views, beside the way to the paper', async () => {
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    const card = page.locator('.latest-card').first()
    const [way, views] = [await edgesOf(card.locator('.open')), await edgesOf(card.getByText(/^\d+ views?$/))]
    expect(Math.abs((way.top + way.bottom - views.top - views.bottom) / 2)).toBeLessThan(2)
    expect((await edgesOf(card)).right - views.right).toBeLessThan(20)
  }
})

test('the count of the latest papers stands beside their heading, whether they can be turned yet or not', async () => {
  await page.setViewportSize(DESK)
  const heading = await edgesOf(page.getByRole('heading', { name: 'Latest Papers' }))
  const count = await edgesOf(page.locator('.home-section').first().locator('.question > .marks'))
  expect(count.left - heading.right).toBeGreaterThan(0)
  expect(count.left - heading.right).toBeLessThan(32)
})

test('only what leads to papers is a filled button', async () => {
  const filled = page.locator('main a.button:not(.button-line)')
  const addresses = await filled.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(
    addresses.filter((address) => address !== '/practice' && !address?.startsWith('/resources')),
  ).toEqual([])
  expect(addresses.length).toBeGreaterThan(0)
})

test('no offer is named larger than its section, on a phone neither', async () => {
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    const sizeOf = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
    const section = '.home-section:has(.offer-card) > .question > h2'
    expect(await sizeOf('.offer-card h3')).toBeLessThanOrEqual(await sizeOf(section))
  }
})

test('the phrases hold their place, whichever is shown and however long', async () => {
  for (const viewport of [PHONE, DESK, WIDE]) {
    await page.setViewportSize(viewport)
    const heights = (long?: string) =>
      page.locator('.hero').evaluate((hero, words) => {
        const phrases = [...hero.querySelectorAll('.phrase')]
        if (words) {
          hero.querySelector('h1')?.setAttribute('data-letters', 'most')
          for (const text of phrases.slice(1, 2).map((one) => one.firstElementChild))
            if (text) text.textContent = words
        }
        return phrases.map((shown) => {
          for (const one of phrases) one.toggleAttribute('data-shown', one === shown)
          return hero.getBoundingClientRect().height
        })
      }, long)
    expect(new Set(await heights()).size, `${viewport.width}`).toBe(1)
    expect(new Set(await heights(LONG)).size, `${viewport.width}`).toBe(1)
    await page.reload()
  }
})

test('on a phone the channels stand above the header as they do on Practice, and the strip comes after the latest papers', async () => {
  await page.setViewportSize(PHONE)
  await page.evaluate(() => scrollTo(0, 0))
  const [header, name, row, strip, about] = [
    await edgesOf(page.getByRole('banner')),
    await edgesOf(page.getByRole('heading', { level: 1 })),
    await edgesOf(page.locator('.latest-row')),
    await edgesOf(page.locator('.strip')),
    await edgesOf(page.getByRole('heading', { name: 'About us' })),
  ]
  const channels = await edgesOf(page.locator('.social-bar'))
  expect([channels.top, channels.bottom, header.bottom <= name.top]).toEqual([0, header.top, true])
  expect(channels.height).toBeLessThan(36)
  // Parted from the header by a line.
  const line = await page.locator('.social-bar').evaluate((bar) => getComputedStyle(bar).boxShadow)
  expect(line).toMatch(/ 0px -1px 0px 0px inset$/)
  expect(name.top - header.bottom).toBeLessThan(28)
  // What is promised stands beside what is chosen, in one line.
  const lead = page.getByText('Choose your class or exam. No sign-in, no ads.')
  expect((await edgesOf(lead)).height).toBeLessThan(2 * (await sizeOf(lead)))
  expect(await page.locator('.promises').isVisible()).toBe(false)
  // Its button follows its name, beside the drawing; the choice of a class comes after.
  const [button, drawing, bubble] = [
    await edgesOf(page.locator('.hero .actions > .button').first()),
    await edgesOf(page.locator('.hero > .wrap > svg').first()),
    await edgesOf(page.locator('.hero .answer-bubble').first()),
  ]
  expect(button.top - name.bottom).toBeLessThan(28)
  expect(button.right).toBeLessThan(drawing.left)
  expect(Math.max(button.bottom, drawing.bottom)).toBeLessThan(bubble.top)
  // Its names are those of the bubbles: it is a part of its own, a thumb's way below.
  expect(strip.top - row.bottom).toBeGreaterThanOrEqual(24)
  expect(strip.bottom).toBeLessThanOrEqual(PHONE.height + 60)
  expect(about.top).toBeGreaterThan(strip.bottom)
  // Its menus open below it, and come into the window.
  await page.locator('.strip summary').first().click()
  const menu = page.locator('.strip .classes').first()
  await expect.poll(async () => (await edgesOf(menu)).bottom).toBeLessThan(PHONE.height + 1)
  const { left, right, top } = await edgesOf(menu)
  expect([left >= 0, right <= PHONE.width]).toEqual([true, true])
  expect(top).toBeGreaterThanOrEqual((await edgesOf(page.locator('.strip'))).bottom - 1)
  await page.keyboard.press('Escape')
  await page.setViewportSize(DESK)
  expect((await edgesOf(page.locator('.strip'))).bottom).toBeLessThanOrEqual(
    (await edgesOf(page.locator('.hero'))).top + 1,
  )
})

test('every class, board and exam is a bubble, and two taps from Home open a paper of it', async () => {
  await page.setViewportSize(PHONE)
  await page.evaluate(() => scrollTo(0, 0))
  const bubbles = page.getByRole('navigation', { name: 'Papers by class, board and exam' }).getByRole('link')
  expect(await bubbles.allTextContents()).toEqual([
    ...['12', '11', '10', '9', '8', '7', '6'].map((grade) => `Class ${grade}`),
    ...['CBSE', 'State', 'JEE', 'NEET', 'TNPSC'],
  ])
  for (const [at, bubble] of (await bubbles.all()).entries()) {
    const { left, right, top, bottom } = await edgesOf(bubble)
    expect([right - left >= 44, left >= 0, right <= PHONE.width], `${at}`).not.toContain(false)
    expect(await pressedHeight(bubble), `${at}`).toBeGreaterThanOrEqual(44)
    expect([top > 0, bottom < PHONE.height], `${at}`).not.toContain(false)
    const name = (await bubble.textContent()) ?? ''
    const list = await (await site.fetch((await bubble.getAttribute('href')) ?? '')).text()
    const slugs = [...new Set([...list.matchAll(/View Paper: Paper of ([\w-]+)/g)].map(([, slug]) => slug))]
    expect(slugs.length, name).toBeGreaterThan(0)
    const degrees = slugs.map((slug) => findDegree(slug ?? ''))
    const words = degrees.map((degree) => [`Class ${degree?.grade}`, degree?.type.toUpperCase()])
    expect(
      words.every((each) => each.includes(at < 7 ? name : name.toUpperCase())),
      name,
    ).toBe(true)
  }
  await bubbles.filter({ hasText: 'Class 9' }).tap()
  await page.waitForURL('**/practice?grade=9')
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('link', { name: /^View Paper/ })
    .first()
    .tap()
  await opened
})

test('the strip spans a phone’s column with even gaps, and what turns the papers stands on the line above them', async () => {
  await page.setViewportSize(PHONE)
  await gotoWithFonts(page, site.origin)
  await wakePage(page)
  const words = await page.locator('.strip .tab').evaluateAll((tabs) =>
    tabs.map((tab) => {
      const { left, right } = tab.getBoundingClientRect()
      const room = Number.parseFloat(getComputedStyle(tab).paddingLeft)
      return { left: left + room, right: right - room }
    }),
  )
  const hero = await edgesOf(page.locator('.hero h1'))
  expect(Math.abs((words[0]?.left ?? 0) - hero.left)).toBeLessThan(1)
  expect(Math.abs((words.at(-1)?.right ?? 0) - hero.right)).toBeLessThan(1)
  const gaps = words.slice(1).map(({ left }, at) => left - (words[at]?.right ?? 0))
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(1)

  const next = page.getByRole('button', { name: 'Next paper' })
  const count = page.getByText(/new this week\]$/)
  await next.waitFor()
  expect((await edgesOf(next)).bottom).toBeLessThanOrEqual(
    (await edgesOf(page.getByRole('article').first())).top,
  )
  const [heading, counted] = [
    await edgesOf(page.getByRole('heading', { name: 'Latest Papers' })),
    await edgesOf(count),
  ]
  expect(counted.left).toBeGreaterThan(heading.right)
  expect(counted.bottom).toBeLessThanOrEqual(heading.bottom + 4)
  expect(await count.evaluate((marks) => marks.scrollWidth - marks.clientWidth)).toBe(0)
  await page.setViewportSize(DESK)
  const [arrow, whole] = [await edgesOf(next), await edgesOf(count)]
  expect(Math.abs(arrow.top + arrow.bottom - whole.top - whole.bottom)).toBeLessThan(4)
})

test('Pricing begins with a price, what is in it, and Choose plan', async () => {
  await page.setViewportSize(DESK)
  await page.goto(`${site.origin}/pricing`)
  const tickets = page.getByRole('region', { name: '10th and 12th' }).getByRole('article')
  for (const [at, [name, lasts]] of [
    ['MONTHLY', '30 days'],
    ['HALF YEARLY', '6 months'],
    ['ANNUAL', '12 months'],
  ].entries()) {
    const ticket = tickets.nth(at)
    const choose = await edgesOf(ticket.getByRole('link', { name: /^Choose plan/ }))
    expect(choose.bottom, name).toBeLessThanOrEqual(DESK.height)
    const heading = await edgesOf(ticket.getByRole('heading'))
    const duration = await edgesOf(ticket.getByText(lasts as string, { exact: true }))
    expect(duration.left, name).toBeGreaterThan(heading.left)
    expect(duration.top, name).toBeLessThan(heading.bottom)
  }
  const jumps = page.getByRole('navigation', { name: 'Plans for' }).getByRole('link')
  const [first, second, third] = await Promise.all([0, 1, 2].map((at) => edgesOf(jumps.nth(at))))
  expect(second?.left).toBeDefined()
  expect(Number(second?.left) - Number(first?.right)).toBeCloseTo(
    Number(third?.left) - Number(second?.right),
    0,
  )
  const rates = ['₹367 a month', '₹333 a month']
  expect(
    await tickets
      .getByText(/^₹.* a month$/)
      .filter({ visible: true })
      .allTextContents(),
  ).toEqual(rates)
  expect(await tickets.locator('.stamp').allTextContents()).toEqual(['SAVES ₹1,989 ON MONTHLY'])
  for (const width of [DESK.width, 768]) {
    await page.setViewportSize({ width, height: 1024 })
    const lists = await tickets
      .getByRole('list')
      .evaluateAll((all) => all.map((list) => Math.round(list.getBoundingClientRect().top)))
    expect(new Set(lists).size, `${width}`).toBe(1)
  }
  // The lowest month's is filled, the others are lines, on a phone as well.
  const fills = async () =>
    await tickets
      .getByRole('link', { name: /^Choose plan/ })
      .evaluateAll((all) => all.map((link) => getComputedStyle(link).backgroundColor))
  const [monthly, halfYearly, annual] = await fills()
  expect([monthly === halfYearly, monthly === annual]).toEqual([true, false])
  await page.setViewportSize(PHONE)
  expect(await fills()).toEqual([monthly, halfYearly, annual])
  // What a category is for stands beside its short name, at the edge.
  for (const name of ['10th and 12th', 'JEE', 'NEET']) {
    const part = page.getByRole('region', { name })
    const [heading, marks] = [part.getByRole('heading', { name, exact: true }), part.locator('.marks')]
    expect((await edgesOf(marks)).top, name).toBeLessThan((await edgesOf(heading)).bottom)
    expect((await edgesOf(marks)).right, name).toBeCloseTo(PHONE.width - 17, -0.5)
  }
})

test('on a phone the three plans of Pricing stand whole on the first screen', async () => {
  await page.setViewportSize(PHONE)
  await page.goto(`${site.origin}/pricing`)
  const plans = page.getByRole('main').getByRole('article')
  // The price follows the name, and what is in it and Choose plan stand beside each other.
  for (const at of [0, 1, 2]) {
    const ticket = plans.nth(at)
    const choose = ticket.getByRole('link', { name: /^Choose plan/ })
    const [whole, name, price, list, chosen] = await Promise.all([
      edgesOf(ticket),
      edgesOf(ticket.getByRole('heading')),
      edgesOf(ticket.locator('.price')),
      edgesOf(ticket.getByRole('list')),
      edgesOf(choose),
    ])
    expect(whole.bottom).toBeLessThanOrEqual(PHONE.height)
    expect(price.top - name.bottom).toBeLessThan(8)
    expect(chosen.top).toBeGreaterThan(price.bottom)
    expect(chosen.left).toBeCloseTo(name.left, 0)
    expect(list.left).toBeGreaterThan(chosen.right)
    expect(await pressedHeight(choose)).toBeGreaterThanOrEqual(44)
    // What differs, the number of papers, is louder than what is described and what all plans share.
    const [papers, shared] = [ticket.getByText(/papers$/), ticket.getByText('Chat support')]
    for (const quieter of [shared, ticket.locator('.ticket-body > p')])
      expect(await sizeOf(papers)).toBeGreaterThan(await sizeOf(quieter))
    const weights = [papers, shared].map((line) => line.evaluate((one) => getComputedStyle(one).fontWeight))
    expect(await Promise.all(weights)).toEqual(['700', '400'])
  }
  // Words of every language and prices of five figures stay on their part of the ticket.
  for (const language of ['', '/ta', '/hi']) {
    await page.goto(`${site.origin}${language}/pricing`)
    for (const width of [PHONE.width, 320]) {
      await page.setViewportSize({ width, height: PHONE.height })
      expect(await plans.evaluateAll(wordsOutside), `${language} ${width}`).toEqual([])
      const gaps = await plans.evaluateAll((all) =>
        all.map((ticket) => {
          const [name, price, choose] = ['.ticket-name > :last-child', '.price', '.button'].map((part) =>
            ticket.querySelector(part)?.getBoundingClientRect(),
          )
          return (choose?.top ?? 0) - Math.max(name?.bottom ?? Infinity, price?.bottom ?? Infinity)
        }),
      )
      expect(Math.min(...gaps), `${language} ${width}`).toBeGreaterThan(0)
    }
  }
})

/** The seen texts of which a line leaves its part of the ticket. */
function wordsOutside(tickets: Element[]): string[] {
  return tickets.flatMap((ticket) => {
    const right = (part: string) => ticket.querySelector(part)?.getBoundingClientRect().right ?? 0
    return [...ticket.querySelectorAll<HTMLElement>('*')]
      .filter(({ offsetWidth }) => offsetWidth > 1)
      .flatMap((element) => [...element.childNodes].map((node) => ({ element, node })))
      .filter(({ element, node }) => {
        const words = document.createRange()
        words.selectNodeContents(node)
        const lines = node.nodeType === Node.TEXT_NODE ? [...words.getClientRects()] : []
        const isInStub = element.closest('.ticket-stub, .button') !== null
        const edge = isInStub ? right('.ticket-stub') : ticket.getBoundingClientRect().right
        return lines.some((line) => line.right > edge || (!isInStub && line.left < right('.ticket-stub')))
      })
      .map(({ node }) => node.textContent ?? '')
  })
}

test('no section is named larger than the latest papers', async () => {
  await page.setViewportSize(DESK)
  await page.goto(site.origin)
  const names = page.locator('.home-section > .question > h2')
  const sizes = await names.evaluateAll((all) => all.map((name) => getComputedStyle(name).fontSize))
  expect([sizes.length, new Set(sizes).size]).toEqual([4, 1])
})

test('a window of 1920 pixels is used', async () => {
  await page.setViewportSize(WIDE)
  for (const path of ['/', '/pricing']) {
    await gotoWithFonts(page, site.origin + path)
    const { left, right } = await edgesOf(page.locator('main .ruled').first())
    expect(right - left, path).toBeGreaterThan(WIDE.width * 0.7)
    expect(Math.abs(left + right - WIDE.width), path).toBeLessThan(20)
  }
})

test('papers that are seen without a sign of a visitor begin to move when the first has been read', async () => {
  const still = await openMovingPage(browser, { viewport: DESK, isNew: true })
  let isReactAsked = false
  still.on('request', (request) => {
    isReactAsked ||= request.url().includes('/core-')
  })
  await still.clock.install({ time: 0 })
  await still.clock.pauseAt(1_000)
  const counted = still.waitForResponse('**/api/visits')
  await still.goto(site.origin)
  await counted
  await still.clock.runFor(5_000)
  expect(isReactAsked).toBe(false)
  for (let tries = 0; tries < 50 && !isReactAsked; tries++) await still.clock.runFor(1_000)
  expect(isReactAsked).toBe(true)
  await still.context().close()
})

test('on a phone the header stays when the channels leave, and what it opens hangs from its edge', async () => {
  const phone = await openPage(browser, { viewport: PHONE, hasTouch: true })
  const banner = phone.getByRole('banner')
  const menu = phone.getByRole('navigation', { name: 'Main' })
  const openMenu = async () => {
    const { left, top } = await edgesOf(banner.getByRole('button', { name: 'Menu' }))
    await phone.touchscreen.tap(left + 22, top + 22)
    const header = await edgesOf(banner)
    await expect.poll(async () => Math.abs((await edgesOf(menu)).top - header.bottom)).toBeLessThan(2)
    return header
  }
  for (const path of ['/', '/practice']) {
    await phone.goto(site.origin + path)
    const pressed = [
      phone.locator('.social-bar a').nth(1),
      phone.locator('.social-bar a').last(),
      banner.getByRole('button', { name: 'Menu' }),
      banner.getByRole('link').first(),
    ]
    for (const part of pressed) expect(await pressedHeight(part), path).toBeGreaterThanOrEqual(44)
    for (const scrolled of [0, 20, 600]) {
      await phone.evaluate((top) => scrollTo(0, top), scrolled)
      expect((await openMenu()).top, path).toBeCloseTo(Math.max(34 - scrolled, 0), 0)
      await phone.keyboard.press('Escape')
    }
  }
  // On a page that has nothing to scroll, and on one that is lower than the menu.
  await phone.setViewportSize({ width: 740, height: 2400 })
  await phone.goto(`${site.origin}/practice?q=zzxqv`)
  expect(await phone.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  expect((await openMenu()).top).toBeCloseTo(34, 0)
  await phone.setViewportSize({ width: 640, height: 320 })
  await phone.goto(`${site.origin}/practice`)
  await openMenu()
  expect((await edgesOf(menu)).bottom).toBeLessThanOrEqual(320)
  await phone.context().close()
})

test('while the latest papers are still coming, nothing stands where they will be', async () => {
  const coming = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
  const whole = await (await site.fetch('/')).text()
  const [headerOnly = ''] = whole.split('</header>')
  const [heroOnly = ''] = whole.split('class="latest-strip"')
  for (const [body, isStripShown] of [
    [headerOnly, false],
    [heroOnly, false],
    [whole, true],
  ] as const) {
    await coming.route(`${site.origin}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
    await coming.goto(site.origin)
    expect((await edgesOf(coming.getByRole('banner'))).top).toBe(34)
    if (body === headerOnly) continue
    expect(await coming.locator('.home > .social-bar').isVisible()).toBe(true)
    expect(await coming.locator('.home > .strip').isVisible()).toBe(isStripShown)
  }
  await coming.context().close()
})
