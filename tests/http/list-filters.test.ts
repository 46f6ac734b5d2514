import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  const add = (title: string, subject: string, month: string, year: string, degree = '12th-cbse') =>
    publish(site, admin, { title, subject, month, year, degree })
  await add('Optics', 'Physics', 'June', '2020')
  await add('Waves', 'Physics', 'March', '2024')
  await add('Botany', 'Biology', 'May', '2022')
  await add('Sets', 'Mathematics', 'May', '2023', '9th-state')
})
afterAll(() => site.end())

type Options = Record<string, { text: string; none: boolean }[]>

/** The choices of a page as its HTML has them, without "All". */
async function choicesOf(path: string): Promise<Options> {
  const page = await (await site.fetch(path)).text()
  return Object.fromEntries(
    [...page.matchAll(/<select class="input" name="(\w+)">(.*?)<\/select>/g)].map(
      ([, name, options = '']) => [
        name,
        [...options.matchAll(/<option([^>]*)>([^<]*)<\/option>/g)]
          .map(([, attributes = '', text = '']) => ({ text, none: /\sdisabled/.test(attributes) }))
          .filter(({ text }) => text !== 'All'),
      ],
    ),
  )
}

test.each(['/practice?subject=Physics', '/search?q=physics', '/resources/cbse/12/?subject=Physics'])(
  'choices of %s that leave no paper come after the others, each group in its order',
  async (path) => {
    const choices = await choicesOf(path)
    expect(Object.keys(choices).length).toBeGreaterThanOrEqual(3)
    for (const [name, options] of Object.entries(choices)) {
      const firstNone = options.findIndex(({ none }) => none)
      expect([name, firstNone > 0, options.slice(firstNone).every(({ none }) => none)]).toEqual([
        ...[name, true, true],
      ])
      expect(options.every(({ text, none }) => none === text.endsWith('(0)'))).toBe(true)
    }
    expect(choices.month?.slice(0, 3).map(({ text }) => text)).toEqual([
      ...['March (1)', 'June (1)', 'January (0)'],
    ])
    expect(choices.year?.map(({ text }) => text.slice(0, 4))).toEqual(['2024', '2020', '2023', '2022'])
  },
)

test('what is chosen stays among the others, though it leaves nothing', async () => {
  const { subject, year } = await choicesOf('/practice?subject=History&year=2020')
  expect(subject?.slice(0, 2).map(({ text }) => text)).toEqual(['Physics (1)', 'History (0)'])
  expect(year?.[0]?.text).toBe('2020 (0)')
})

test('every shelf says how many papers it has', async () => {
  const page = await (await site.fetch('/practice')).text()
  const headings = [...page.matchAll(/<h3[^>]*data-subject="([^"]+)".*?<\/h3>/g)]
  const counted = Object.fromEntries(
    headings.map(([html, subject]) => [
      subject,
      /\d+ papers?/.exec(html.replaceAll(/<.*?>/g, ''))?.[0] ?? null,
    ]),
  )
  expect(counted).toEqual({ Physics: '2 papers', Biology: '1 paper', Mathematics: '1 paper' })
  expect(page.replaceAll(/<.*?>/g, '')).toContain('[1 paper]')
})

test('words that say a class or an exam shade its bubble, and a press takes these words out, or leaves what an exam ignores', async () => {
  const bubblesAt = async (path: string) => {
    const page = await (await site.fetch(path)).text()
    const links = [...page.matchAll(/<a class="answer-bubble[^>]*>.*?<\/a>/g)].map(([link]) => link)
    return {
      shaded: links
        .filter((link) => link.includes('aria-current'))
        .map((link) => link.replaceAll(/<.*?>/g, '')),
      to: (name: string) =>
        links
          .filter((link) => link.replaceAll(/<.*?>/g, '') === name)
          .map((link) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'))[0],
    }
  }
  const words = await bubblesAt('/practice?q=10th+state+maths')
  expect(words.shaded).toEqual(['Class 10', 'State'])
  expect([words.to('Class 10'), words.to('CBSE')]).toEqual([
    ...['/practice?q=state+maths', '/practice?q=10th+maths&type=cbse'],
  ])
  const exam = await bubblesAt('/practice?q=10th+state')
  expect(exam.to('JEE')).toBe('/practice?q=10th&type=jee')
  expect((await bubblesAt('/practice?q=10th&type=jee')).shaded).toEqual(['JEE'])
})

test('nothing found is said, with a way on', async () => {
  const page = await (await site.fetch('/practice?q=xylophone')).text()
  expect(page.replaceAll(/<.*?>/g, '')).toContain('No paper matches “xylophone”.')
  expect(/<a [^>]*href="([^"]*)"[^>]*>(?:<[^a][^>]*>)*Show all papers/.exec(page)?.[1]).toBe('/practice')
})
