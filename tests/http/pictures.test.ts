import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hueOf, type Paper, SUBJECTS } from '#domain/paper/paper.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
const papers: Record<string, Paper> = {}
const TITLES = {
  plain: 'Half-yearly paper: matrices and vectors',
  duplicate: 'Half-yearly paper: matrices and determinants',
  tamil: 'அரையாண்டுத் தேர்வு: கணிதம் – Class 10 model',
  long: `${'Half-yearly common examination of the district, relations & functions <set 2>, '.repeat(3)}`.slice(
    0,
    200,
  ),
  broad: 'W'.repeat(200),
  longTamil: 'பொதுத்தேர்வு மாதிரி வினாத்தாள் விடைகளுடன் '.repeat(5).slice(0, 200),
  foreign: 'कक्षा 数学',
}
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  for (const [name, title] of Object.entries(TITLES)) papers[name] = await publish(site, admin, { title })
})
afterAll(() => site.end())

test('the hue of every subject comes with the page, by day and by night', async () => {
  const page = await (await site.fetch('/practice')).text()
  const [sheet] = page.match(/\/assets\/root-[\w-]+\.css/) ?? []
  const text = await (await site.fetch(String(sheet))).text()
  const [light = '', dark = ''] = text.slice(text.indexOf('[data-subject]{')).split('@media')
  for (const subject of SUBJECTS) {
    const name = new RegExp(`\\[data-subject="?${subject.replace(' ', '.{1,2}')}"?\\]\\{--hue:(#[0-9a-f]+)`)
    expect([light, dark].map((rules) => name.exec(rules)?.[1])).toEqual(hueOf(subject))
  }
})

async function pictureOf(name: string) {
  const answer = await site.fetch(`/papers/${papers[name]?.id}/share.png`)
  expect([name, answer.status]).toEqual([name, 200])
  return Buffer.from(await answer.arrayBuffer())
}

test.each(Object.keys(TITLES))(
  'the share picture of a paper (%s) is as messengers ask, and light',
  async (name) => {
    const picture = await pictureOf(name)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(picture.byteLength).toBeLessThan(100 * 1024)
  },
)

test('papers that differ in title or answers have pictures of their own', async () => {
  const pictures = new Map<string, string>()
  for (const name of Object.keys(TITLES)) pictures.set((await pictureOf(name)).toString('base64'), name)
  const answered = await publish(site, await site.signIn(), {
    title: TITLES.plain,
    referenceLink: 'https://answers.example.in/1',
  })
  const answer = await site.fetch(`/papers/${answered.id}/share.png`)
  pictures.set(Buffer.from(await answer.arrayBuffer()).toString('base64'), 'answered')
  expect([...pictures.values()]).toEqual([...Object.keys(TITLES), 'answered'])
})

test.each(Object.keys(TITLES))('the title (%s) is written, and stays within its sheet', async (name) => {
  const grey = sharp(await pictureOf(name))
    .greyscale()
    .raw()
  const { data, info } = await grey.toBuffer({ resolveWithObject: true })
  const darkest = (left: number, top: number, right: number, bottom: number) => {
    let least = 255
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++)
        least = Math.min(least, data[(y * info.width + x) * info.channels] ?? 255)
    }
    return least
  }
  expect(darkest(204, 172, 1096, 386)).toBeLessThan(60)
  const around: Record<string, [number, number, number, number]> = {
    left: [180, 110, 202, 480],
    right: [1100, 110, 1138, 480],
    above: [204, 152, 1096, 168],
    below: [204, 392, 1096, 404],
  }
  for (const [side, box] of Object.entries(around)) {
    expect([side, darkest(...box) > 200]).toEqual([side, true])
  }
})

test('the picture of an unknown or deleted paper is a 404', async () => {
  const admin = await site.signIn()
  const gone = await publish(site, admin, { title: 'Soon gone' })
  const path = `/papers/${gone.id}/share.png`
  expect((await site.fetch(path)).status).toBe(200)
  await site.fetch(`/api/admin/papers/${gone.id}`, { method: 'DELETE', headers: admin.headers })
  for (const asked of [path, '/papers/nobody/share.png', '/papers/..%2f/share.png']) {
    expect([asked, (await site.fetch(asked)).status]).toEqual([asked, 404])
  }
})

test('pages of others may show share pictures', async () => {
  for (const path of ['/share.png', `/papers/${papers.plain?.id}/share.png`]) {
    const answer = await site.fetch(path)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 })
  }
})

test('every icon of the manifest is there, of the size that it says', async () => {
  const manifest = await (await site.fetch('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: expect.any(String), start_url: '/practice', lang: 'en-IN' })
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose: string }[]
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons) {
    const answer = await site.fetch(src)
    expect(answer.headers.get('content-type')?.split(';')[0]).toBe(type)
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
  }
})

test('the touch icon is 180 pixels and opaque, favicon.ico holds a PNG of 32', async () => {
  const touch = sharp(await (await site.fetch('/apple-touch-icon.png')).arrayBuffer())
  expect(await touch.metadata()).toMatchObject({ width: 180, height: 180 })
  expect((await touch.stats()).isOpaque).toBe(true)
  const ico = Buffer.from(await (await site.fetch('/favicon.ico')).arrayBuffer())
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 1])
  const [size, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
  expect(size + offset).toBe(ico.byteLength)
  expect(await sharp(ico.subarray(offset)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('while too many pictures wait, the next is asked to come back', async () => {
  const busy = async () => null
  const full = await openSite({
    parts: ({ pictures }) => ({
      pictures: { ...pictures, ofPaper: busy, ofCentre: busy, icon: busy, sign: async () => '' },
    }),
  })
  try {
    const answer = await full.fetch('/share.png')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  } finally {
    await full.end()
  }
})

test('who asks for many pictures at once leaves room for others', async () => {
  const waiting: ((picture: null) => void)[] = []
  const ofPaper = () => new Promise<null>((resolve) => waiting.push(resolve))
  const rendering = await openSite({
    env: { TRUSTED_PROXY: '127.0.0.1' },
    parts: ({ pictures }) => ({ pictures: { ...pictures, ofPaper } }),
  })
  try {
    const admin = await rendering.signIn()
    const papers: Paper[] = []
    for (const letter of 'abcdefghi')
      papers.push(await publish(rendering, admin, { title: `Paper ${letter}` }))
    const from = (address: string) =>
      rendering.fetch(`/papers/${papers.pop()?.id}/share.png`, { headers: { 'X-Forwarded-For': address } })
    const greedy = Array.from({ length: 6 }, () => from('203.0.113.1'))
    await expect.poll(() => waiting).toHaveLength(6)
    const late = await from('203.0.113.1')
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    expect(waiting).toHaveLength(6)
    const other = from('203.0.113.2')
    await expect.poll(() => waiting).toHaveLength(7)
    for (const finish of waiting) finish(null)
    await Promise.all([...greedy, other])
    const again = from('203.0.113.1')
    await expect.poll(() => waiting).toHaveLength(8)
    waiting[7]?.(null)
    await again
  } finally {
    await rendering.end()
  }
})
