import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { contrast, DARK, LIGHT } from '#domain/centre/palette.ts'
import type { PaperFacts, Picture, Pictures } from '#domain/centre/pictures/given-pictures.ts'
import { ALL_SUBJECTS, hueOf, SUBJECTS } from '#domain/paper/paper.ts'
import { layoutOf } from '#domain/questions/question-picture.server.ts'
import { createMemoryStore } from '#server/adapters/files/memory.ts'
import { paperWords } from '#server/adapters/pictures/paper-words.ts'
import { cachePictures, createPictures } from '#server/adapters/pictures/pictures.ts'
import cutQuestion from '#server/adapters/pictures/question-picture-worker.ts'
import { legible } from '#server/adapters/pictures/render-text.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { site } from '#site'

const ROOT = join(import.meta.dirname, '../..')
const PAPER: PaperFacts = {
  title: 'அரையாண்டுத் தேர்வு: Algebra & <sets>',
  type: 'state',
  grade: '10',
  subject: 'Mathematics',
  month: 'December',
  year: 2024,
  pages: 8,
  size: 1_200_000,
  referenceLink: null,
}
const jobs = createJobs()
const STORED = { files: createMemoryStore(), log: console }
afterAll(() => jobs.close())
const picture = (bytes = 10): Picture => ({ bytes: new Uint8Array(bytes), contentType: 'image/png' })

test('thirty who ask at once for the same picture have it rendered once', async () => {
  const keep = cachePictures()
  let rendered = 0
  const render = async () => {
    rendered += 1
    await new Promise((resolve) => setImmediate(resolve))
    return picture()
  }
  const given = await Promise.all(Array.from({ length: 30 }, () => keep('one', render)))
  expect([rendered, new Set(given).size]).toEqual([1, 1])
  await keep('one', render)
  expect(rendered).toBe(1)
})

test('one picture is rendered at a time, thirty wait, and the next is turned away until there is room', async () => {
  const keep = cachePictures()
  const finish: (() => void)[] = []
  let atOnce = 0
  const render = async () => {
    atOnce += 1
    await new Promise<void>((resolve) => finish.push(resolve))
    atOnce -= 1
    return picture()
  }
  const asked = Array.from({ length: 31 }, (_, at) => keep(`${at}`, render))
  await new Promise((resolve) => setImmediate(resolve))
  expect([atOnce, finish.length]).toEqual([1, 1])
  expect(await keep('late', render)).toBeNull()
  for (let done = 0; done < 31; done++) {
    finish[done]?.()
    expect(await asked[done]).not.toBeNull()
    expect(atOnce).toBeLessThanOrEqual(1)
  }
  expect(await keep('late', async () => picture())).not.toBeNull()
})

test('a picture that could not be rendered is rendered again for the next who asks', async () => {
  const keep = cachePictures()
  await expect(keep('one', () => Promise.reject(new Error('no pen')))).rejects.toThrow('no pen')
  expect(await keep('one', async () => picture())).not.toBeNull()
})

test('no more pictures are kept than 16 MB of them', async () => {
  const keep = cachePictures()
  let rendered = 0
  const render = async () => {
    rendered += 1
    return picture(5 * 1024 * 1024)
  }
  for (const key of ['a', 'b', 'c', 'd', 'd', 'a']) await keep(key, render)
  expect(rendered).toBe(5)
})

test('a machine without any fonts renders the same picture', async () => {
  const script = `
    import { createHash } from 'node:crypto'
    import { createPictures } from '#server/adapters/pictures/pictures.ts'
    import { site } from '#site'
    import { createJobs } from '#server/jobs/jobs.ts'
    import { registerAllMessages } from '#domain/language/all-messages.server.ts'
    registerAllMessages()
    const { bytes } = await createPictures({ read: async () => ({ version: 0, centre: site }) }, createJobs(), {}).ofPaper(${JSON.stringify(PAPER)}, 'en')
    console.log(createHash('sha256').update(bytes).digest('hex'))`
  const child = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: ROOT,
    env: { FONTCONFIG_PATH: '/nonexistent' },
    encoding: 'utf8',
  })
  const ours = await createPictures(published(site), jobs, STORED).ofPaper(PAPER, 'en')
  expect(child.stdout.trim(), child.stderr).toBe(
    createHash('sha256')
      .update(ours?.bytes ?? '')
      .digest('hex'),
  )
})

test('the centre’s colours are those of its pictures', async () => {
  const light = { paper: '#fff0f0', ink: '#402010', marginRed: '#b01020' }
  const other = { ...site, colours: { light, dark: {} } }
  for (const [name, render] of [
    ['of the centre', (pictures: Pictures) => pictures.ofCentre('en')],
    ['of a paper', (pictures: Pictures) => pictures.ofPaper(PAPER, 'en')],
    ['the icon', (pictures: Pictures) => pictures.icon('icon-192.png')],
  ] as const) {
    const [ours, theirs] = await Promise.all(
      [site, other].map(
        async (centre) => await coloursOf(await render(createPictures(published(centre), jobs, STORED))),
      ),
    )
    for (const part of Object.keys(light) as (keyof typeof light)[]) {
      const [design, own] = [LIGHT[part], light[part]]
      expect([name, part, ours?.has(design), ours?.has(own)]).toEqual([name, part, true, false])
      expect([name, part, theirs?.has(design), theirs?.has(own)]).toEqual([name, part, false, true])
    }
  }
})

test('the sign in a browser’s tab has the centre’s colours by day and by night', async () => {
  const colours = { light: { ink: '#402010', marginRed: '#b01020' }, dark: { pen: '#a0e0ff' } }
  const sign = await createPictures(published({ ...site, colours }), jobs, STORED).sign()
  const [day = '', night = ''] = sign.split('class="night"')
  for (const colour of ['#402010', '#b01020', LIGHT.pen]) expect(day).toContain(colour)
  for (const colour of ['#a0e0ff', DARK.ink, DARK.marginRed]) expect(night).toContain(colour)
  expect(sign).toContain('prefers-color-scheme:dark')
})

test('a centre with a long name, a long tagline and no words in our letters has its pictures', async () => {
  const long = {
    ...site,
    name: 'Sri Ramanujan Memorial Mathematics Tuition Centre',
    place: 'விரிவான '.repeat(20),
  }
  for (const centre of [
    long,
    { ...long, tagline: 'One', phrases: ['இயற்பியல் வேதியியல் உயிரியல் கணினி அறிவியல் பொருளியல்'] },
    { ...site, name: '数学', place: '金奈', tagline: '全', phrases: ['题'] },
  ]) {
    const pictures = createPictures(published(centre), jobs, STORED)
    expect((await pictures.ofCentre('en'))?.bytes.byteLength).toBeGreaterThan(1_000)
    expect((await pictures.ofPaper(PAPER, 'en'))?.bytes.byteLength).toBeGreaterThan(1_000)
  }
})

test('what is next to the title is in the language that is asked for', async () => {
  const pictures = createPictures(published(site), jobs, STORED)
  const paper = { ...PAPER, title: 'Sets', referenceLink: 'https://answers.example/a' }
  const rendered = new Set<string>()
  for (const language of ['en', 'ta', 'hi'] as const) {
    const [one, other] = [await pictures.ofPaper(paper, language), await pictures.ofCentre(language)]
    for (const each of [one, other]) rendered.add(Buffer.from(each?.bytes ?? '').toString('base64'))
  }
  expect(rendered.size).toBe(6)
  expect(paperWords(paper, 'hi')).toMatchObject({ subject: 'गणित', date: 'दिसंबर 2024', stamp: 'उत्तर' })
})

test('what we have no letters for is left out of a title', () => {
  expect(legible('  Sets ∩ π² √2 ≤ ₹5 – “தேர்வு” © 😀 कक्षा 数学\u0007\u200b ')).toBe(
    'Sets ∩ π² √2 ≤ ₹5 – “தேர்வு” © कक्षा',
  )
  expect(legible('数学 😀')).toBe('')
  expect(legible('👩🏽‍🏫 கணிதம் 🇮🇳 1️⃣ ✏️')).toBe('கணிதம் 1')
})

test('every subject has a hue of its own, which can be read on paper and on the board', () => {
  const subjects = [ALL_SUBJECTS, ...SUBJECTS] as const
  for (const [at, { sheet }] of [LIGHT, DARK].entries()) {
    const hues = subjects.map((subject) => hueOf(subject)[at as 0 | 1])
    expect(new Set(hues).size).toBe(subjects.length)
    for (const hue of hues) expect(contrast(hue, sheet)).toBeGreaterThan(4.5)
  }
})

/** The colours of a picture, as #rrggbb. */
async function coloursOf(rendered: Picture | null): Promise<Set<string>> {
  const { data, info } = await sharp(rendered?.bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += info.channels) {
    colours.add(`#${data.subarray(at, at + 3).toString('hex')}`)
  }
  return colours
}

function published(centre: Centre) {
  return { read: async () => ({ version: 0, latest: 0, author: '', centre }) }
}

test('the picture of a question has the letters that reach beyond its lines, and nothing of the lines next to it', async () => {
  const bar = (top: number, height: number) =>
    `<rect x="100" y="${top}" width="900" height="${height}" fill="#000"/>`
  const page = sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="600"><rect width="1440" height="600"
      fill="#fff"/>${bar(250, 46)}${bar(300, 54)}${bar(358, 40)}</svg>`),
  )
  const bytes = new Uint8Array(await page.webp({ lossless: true }).toBuffer())
  const layout = layoutOf([{ page: 1, left: 100, top: 300, width: 900, height: 50 }])
  const { data, info } = await sharp((await cutQuestion({ layout, pages: new Map([[1, bytes]]) })).bytes)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inked = Array.from({ length: info.height }, (_, row) =>
    data.subarray(row * info.width, (row + 1) * info.width).some((grey) => grey < 128),
  )
  expect(inked.filter(Boolean)).toHaveLength(54)
})

test('without its number, a question’s picture has no rule that ran down the page between that and its words', async () => {
  const black = (x: number, y: number, width: number, height: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#000"/>`
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="600"><rect width="1440" height="600"
    fill="#fff"/>${black(110, 312, 20, 24)}${black(150, 0, 3, 600)}${black(300, 312, 200, 24)}</svg>`
  const bytes = new Uint8Array(await sharp(Buffer.from(page)).webp({ lossless: true }).toBuffer())
  const boxes = [{ page: 1, left: 100, top: 300, width: 900, height: 50 }]
  const numberLine: [number, number, number, number, string] = [110, 312, 20, 24, '1']
  const hidden = { boxes, number: '1', numberLine, marksLine: null, lineHeight: 24 }
  const cut = await cutQuestion({ layout: layoutOf(boxes), pages: new Map([[1, bytes]]), hidden })
  const grey = await sharp(cut.bytes).greyscale().raw().toBuffer()
  expect(grey.filter((shade) => shade < 128)).toHaveLength(200 * 24)
})

test('without its number, a question’s picture is as wide as its lines were, so that a worksheet prints all at one scale', async () => {
  const words = '<rect x="300" y="320" width="200" height="24" fill="#000"/>'
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="600"><rect width="1440" height="600"
    fill="#fff"/>${words}</svg>`
  const pages = new Map([
    [1, new Uint8Array(await sharp(Buffer.from(page)).webp({ lossless: true }).toBuffer())],
  ])
  const boxes = [{ page: 1, left: 100, top: 300, width: 900, height: 50 }]
  const hidden = { boxes, number: '1', numberLine: null, marksLine: null, lineHeight: 24 }
  const sizeOf = async (isBare: boolean) => {
    const cut = await cutQuestion({ layout: layoutOf(boxes), pages, ...(isBare && { hidden }) })
    const { width, height } = await sharp(cut.bytes).metadata()
    return [width, height]
  }
  expect(await sizeOf(true)).toEqual([layoutOf(boxes).width, 44])
  expect(await sizeOf(false)).toEqual([220, 44])
})
