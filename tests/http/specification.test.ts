import { afterAll, beforeAll, expect, test } from 'vitest'
import { Part } from '../support/page-parts.ts'
import { openSite, publish, type Site } from '../support/site.ts'

/** What the HTML says by itself of sections 2, 4 and 9 of the specification: each sentence at its address. */
const NEWEST = 'Model paper: matrices'

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  const add = (title: string, month: string, year: string, more = {}) =>
    publish(site, admin, { title, month, year, ...more })
  for (let year = 2001; year <= 2013; year += 1) await add(`Maths of ${year}`, 'March', String(year))
  await add(NEWEST, 'June', '2025', { referenceLink: 'https://answers.example/model' })
  await add('Physics test', 'May', '2025', { subject: 'Physics' })
  await add('State maths', 'April', '2025', { degree: '10th-state' })
  await add('Joint entrance', 'March', '2025', { degree: 'jee', subject: 'all' })
})
afterAll(() => site?.end())

const main = (page: Part) => page.one('main')
const strip = (page: Part) => page.one('nav', /"Exams and classes"/)
const section = (page: Part, id: string) => page.one('section', new RegExp(`labelledby="${id}"`))
const menuEntry = (page: Part) => page.one('nav', /aria-label="Main"/).all('a', /aria-current="page"/)
const paperFacts = (card: Part, ...facts: string[]) => {
  for (const fact of facts) expect(card.text).toContain(fact)
  // No status lifecycle for papers is shown.
  expect(card.text).not.toMatch(/draft|published|archived|pending/i)
}
/** The channels, here and in the footer, are addresses of elsewhere that learn nothing of this page. */
const channels = (list: Part) => {
  for (const link of list.links()) {
    expect(link.attribute('href')).toMatch(/^https:\/\//)
    expect(link.attribute('rel')).toBe('noopener noreferrer')
  }
  return list.texts
}
const CHANNELS = ['Facebook', 'Instagram', 'X', 'YouTube', 'WhatsApp', 'Telegram', 'LinkedIn']
const socialBar = (page: Part) => expect(channels(page.one('nav', /"Our channels"/))).toEqual(CHANNELS)
const notFound = (page: Part, status: number) => {
  expect([status, page.one('h1').text]).toEqual([404, 'Unexpected Application Error!'])
  expect(main(page).text).toMatch(/404 [“A-Z]/)
}

type Says = (page: Part, status: number) => unknown
const SENTENCES: Record<string, Record<string, Says>> = {
  '/': {
    "The header's links, in order, and the active link; the logo sends the visitor to the site root": (
      page,
    ) => {
      const links = page.one('nav', /aria-label="Main"/).links()
      expect(links.map((link) => `${link.text} (${link.attribute('href')})`)).toEqual([
        ...['Home (/)', 'About (/about)', 'Why Us (/why-us)', 'Pricing (/pricing)'],
        ...['Free Question paper (/practice)', 'Contact Us (/contact)'],
      ])
      expect(menuEntry(page).map(({ text }) => text)).toEqual(['Home'])
      const logo = page.one('a', /aria-label="Thervu, home"/)
      expect([logo.attribute('href'), logo.all('svg').length]).toEqual(['/', 1])
    },
    'Links to /resources/tnpsc/previous-years, /resources/neet/previous-years and /resources/jee/previous-years':
      (page) => {
        for (const exam of ['TNPSC', 'NEET', 'JEE'])
          expect(strip(page).hrefs(new RegExp(`^${exam}$`))).toEqual([
            `/resources/${exam.toLowerCase()}/previous-years`,
          ])
      },
    'Dropdown menus for CBSE and STATE list grades 12, 11, 10, 9 and 8, each with View more to /practice': (
      page,
    ) => {
      const menus = strip(page).all('details')
      expect(menus.map((menu) => menu.one('summary').text)).toEqual(['CBSE', 'STATE'])
      // One closes the other, also without JavaScript.
      expect(menus.map((menu) => menu.attribute('name'))).toEqual(['classes', 'classes'])
      for (const [at, type] of ['cbse', 'state'].entries()) {
        const grades = [12, 11, 10, 9, 8].map((grade) => `/resources/${type}/${grade}`)
        expect(menus[at]?.hrefs(/^Class/)).toEqual(grades)
        expect(menus[at]?.hrefs(/^View more$/)).toEqual(['/practice'])
      }
    },
    'A social-link bar with 7 external links': socialBar,
    'A carousel of the 5 newest papers: picture, subject, month and year, title, Reference link if present, View Paper':
      (page) => {
        const latest = section(page, 'latest').cards()
        expect(latest.map(({ text }) => /(June|May|April|March) \d{4}/.exec(text)?.[0])).toEqual([
          ...['June 2025', 'May 2025', 'April 2025', 'March 2025', 'March 2013'],
        ])
        const [newest, physics] = latest as [Part, Part]
        paperFacts(newest, NEWEST)
        expect(newest.all('span', /class="thumbnail"/).length).toBe(1)
        expect(newest.one('span', /class="badge"/).text).toBe('Mathematics')
        expect(newest.hrefs(/^Reference link/)).toEqual(['https://answers.example/model'])
        expect(newest.hrefs(/^View Paper/)[0]).toMatch(/^\/files\//)
        expect(physics.hrefs(/^Reference link/)).toEqual([])
      },
    'About us: the trust headline, a mission, three bullets, channels and contacts, and Learn More to /pricing':
      (page) => {
        const about = section(page, 'about-us')
        for (const said of ['over 15000', 'over 25 years']) expect(about.text).toContain(said)
        const bullets = about.all('li').map(({ text }) => text)
        for (const bullet of ['High-quality question papers', 'Study materials', 'Competitive exam support'])
          expect(bullets).toContain(bullet)
        const ways = about.hrefs().join(' ')
        expect(ways.match(/https:/g)?.length).toBeGreaterThan(3)
        expect(ways).toMatch(/(tel|mailto):/)
        expect(about.all('svg').length).toBeGreaterThan(0)
        expect(about.hrefs(/^Learn More/)).toEqual(['/pricing'])
      },
    'Offer: Explore More to /pricing, and four cards, each with a Know More to /pricing': (page) => {
      const offer = section(page, 'offer')
      expect(offer.hrefs(/^Explore More/)).toEqual(['/pricing'])
      expect(offer.cards().map((card) => card.hrefs(/^Know More/))).toEqual(Array(4).fill(['/pricing']))
      expect(offer.all('h3').map(({ text }) => text.replaceAll('–', '-').toLowerCase())).toEqual([
        ...['class 6-12 cbse', 'class 6-12 state board', 'jee / neet', 'tnpsc'],
      ])
    },
    'Why Choose Us: four panels, each with a Learn more button to /pricing': (page) => {
      const panels = section(page, 'why-choose-us').all('article')
      expect(panels.map((panel) => panel.one('h3').text)).toEqual([
        ...['Expertise', 'Quality', 'Convenience', 'Success-Oriented'],
      ])
      expect(panels.map((panel) => panel.hrefs(/^Learn more/))).toEqual(Array(4).fill(['/pricing']))
    },
    'What Others Has to Say: six testimonial cards with a relative time': (page) => {
      const slips = section(page, 'others').all('blockquote')
      expect([slips.length, section(page, 'others').all('time').at(-1)?.text]).toEqual([6, '6 years ago'])
    },
  },
  '/why-us': {
    'The active link is highlighted': (page) =>
      expect(menuEntry(page).map(({ text }) => text)).toEqual(['Why Us']),
  },
  '/practice': {
    'The same social bar as Home, and the heading Free Practice': (page) => {
      socialBar(page)
      expect(page.one('h1').text).toBe('Free Practice')
    },
    "A search box with the placeholder 'Search papers...'": (page) =>
      expect(main(page).html).toContain('placeholder="Search papers..."'),
    'Papers by grade, then by subject; the subject heading is hidden when the subject is all': (page) => {
      const headings = (name: string, attributes?: RegExp) => main(page).all(name, attributes)
      expect(headings('h2').map(({ text }) => text)).toEqual(['12 CBSE', '10 STATE', 'PREVIOUS YEARS JEE'])
      expect(headings('h3', /data-subject/).map(({ text }) => text.split(' [')[0])).toEqual([
        ...['Mathematics', 'Physics', 'Mathematics'],
      ])
    },
    'Each card shows subject, month and year, title, Free Answer if there is one, views and View Paper': (
      page,
    ) => {
      const [newest, physics] = [NEWEST, 'Physics test'].map((title) => main(page).cards(title)[0]) as [
        Part,
        Part,
      ]
      paperFacts(newest, 'Mathematics', 'June 2025', NEWEST, '0 views')
      expect(newest.hrefs(/^Free Answer/)).toEqual(['https://answers.example/model'])
      expect(physics.hrefs(/^Free Answer/)).toEqual([])
      const [view] = physics.links(/^View Paper/)
      expect([view?.attribute('href'), view?.attribute('target')]).toEqual([
        expect.stringMatching(/^\/files\//),
        '_blank',
      ])
    },
  },
  '/resources/cbse/12/': {
    "The title is type, grade and subject plus 'Practice Papers'": (page) =>
      expect(page.one('h1').text).toBe('CBSE 12 Practice Papers'),
    'Newest first, 12 per page, with numbered page buttons': (page) => {
      const dates = main(page)
        .cards()
        .map(({ text }) => /[A-Z][a-z]+ \d{4}/.exec(text.replace(/^\S+ \d{4}/, ''))?.[0])
      expect([dates.length, dates.slice(0, 3)]).toEqual([12, ['June 2025', 'May 2025', 'March 2013']])
      expect(page.one('nav', /aria-label="Pages"/).texts).toEqual(['1', '2'])
    },
    'Cards are like those on Practice': (page) => {
      const newest = main(page).cards(NEWEST)[0] as Part
      paperFacts(newest, 'Mathematics', 'June 2025', '0 views')
      expect([newest.hrefs(/^View Paper/).length, newest.hrefs(/^Free Answer/).length]).toEqual([1, 1])
    },
  },
  '/resources/cbse/12/?subject=Physics': {
    'A subject parameter is also read but is not part of the path': (page) => {
      expect(page.one('h1').text).toBe('CBSE 12 Physics Practice Papers')
      expect(main(page).cards().length).toBe(1)
    },
  },
  ...Object.fromEntries(
    Object.entries({
      'state/10': 1,
      'state/all': 1,
      'jee/all': 1,
      'jee/previous-years': 1,
      'cbse/11': 0,
    }).map(([path, count]) => [
      `/resources/${path}/`,
      {
        'Papers are filtered by type and, unless grade is all, by grade; one page has no page buttons': (
          page: Part,
        ) => {
          expect(main(page).cards().length).toBe(count)
          expect(page.all('nav', /aria-label="Pages"/)).toEqual([])
        },
      },
    ]),
  ),
  '/pricing': {
    "Heading 'Plans We Offer'": (page) => expect(page.one('h1').text).toBe('Plans We Offer'),
    'Each card has a description': (page) => {
      const descriptions = main(page)
        .cards()
        .map((card) => card.all('p').length)
      expect([descriptions.length, Math.min(...descriptions) > 0]).toEqual([9, true])
    },
  },
  '/contact': {
    'The active link is highlighted': (page) =>
      expect(menuEntry(page).map(({ text }) => text)).toEqual(['Contact Us']),
    'Intro text, and a Call Now telephone link': (page) => {
      expect(main(page).one('p').text).toMatch(/\w{3,}/)
      expect(main(page).hrefs(/^Call Now/)[0]).toMatch(/^tel:\+91\d+$/)
    },
    'Cards for email, a postal address in Chennai, and phone': (page) => {
      expect(main(page).hrefs()).toContain('mailto:hello@centre.example')
      expect(main(page).one('address').text).toContain('Chennai')
      expect(
        main(page)
          .hrefs()
          .filter((href) => href?.startsWith('tel:')).length,
      ).toBeGreaterThan(1)
    },
    'A banner above the footer, its heading, the tagline, the outbound links and the credit line': (page) => {
      const footer = page.one('footer', /class="site-footer"/)
      const at = ['Learning begins when the mind is open', 'Connect with US :', 'Crafted by Sample Studio']
      const places = at.map((text) => footer.text.indexOf(text))
      expect(Math.min(...places)).toBe(0)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(footer.text).toContain(
        'One stop destination for Exam Success, Test Excellence and Academic Achievement',
      )
      expect(footer.all('h2').map(({ text }) => text)).toEqual(['Connect with US :'])
      expect(channels(footer.one('ul', /class="channels"/))).toEqual(CHANNELS.toSpliced(3, 0, 'Website'))
      expect(footer.hrefs(/^Sample Studio$/)).toEqual(['https://studio.example'])
    },
  },
  '/about': {},
  '/login': {
    'Email and password fields and a LOGIN button': (page) => {
      expect(main(page).text).toMatch(/Email.*Password.*LOGIN/)
    },
  },
  ...Object.fromEntries(
    ['/no/such/page', '/resources/gate/12/', '/papers/nothing'].map((path) => [
      path,
      { 'An unmatched or failing route shows a generic heading with the error status and text': notFound },
    ]),
  ),
}

const NOT_FOUND = /^\/(no|papers|resources\/gate)\//

test.each(Object.entries(SENTENCES))('%s says what the specification says of it', async (path, sentences) => {
  const answer = await site.fetch(path)
  if (!NOT_FOUND.test(path)) expect(answer.status).toBe(200)
  const page = new Part(await answer.text())
  for (const [sentence, says] of Object.entries(sentences)) {
    try {
      says(page, answer.status)
    } catch (error) {
      throw new Error(`${sentence}\n${(error as Error).message}`, { cause: error })
    }
  }
})
