import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { DRAFT_DAYS, storeSource, sweepPictures } from '#domain/centre/pictures/pictures.server.ts'
import {
  keysOf,
  largestAddress,
  type SitePicture,
  sourceKey,
  sourceSet,
} from '#domain/centre/pictures/site-picture.ts'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import { site as file } from '#site'
import { backUp, newFolder, removeFolders } from '../support/backups.ts'
import { isPostgres } from '../support/engine.ts'
import { BUCKET, type S3Server, startS3 } from '../support/s3-servers.ts'
import { openSite, type SignedIn, type Site } from '../support/site.ts'
import { picturesOf, quarters, type Source } from '../support/site-pictures.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WHOLE = { x: 0, y: 0, width: 100, height: 100 }
/** Of 1200 × 900: the upper left, 600 × 400. */
const RED = { x: 0, y: 0, width: 50, height: 44.44 }

let site: Site
let admin: SignedIn
let client: ReturnType<typeof picturesOf>
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = picturesOf(site, admin)
})
afterAll(async () => {
  await site.end()
  removeFolders()
})

const textOf = async (path: string, on = site) => await (await on.fetch(path)).text()
const bytesOf = async (path: string, on = site) => Buffer.from(await (await on.fetch(path)).arrayBuffer())
/** The colour in the middle, as #rrggbb to the nearest 32. */
async function middleOf(bytes: Buffer) {
  const { width, height } = await sharp(bytes).metadata()
  const { data } = await sharp(bytes)
    .extract({ left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)].map((value) => Math.round(value / 32) * 32)
}
const RED_TONE = [224, 32, 32]

async function publishWith(change: (centre: Centre) => Centre, on = site, by = client) {
  const { version, centre } = await on.app.centre.read(true)
  return await by.put(version, change(centre))
}

test.each(['a folder', 'a bucket'])(
  'a picture is re-encoded, cropped, kept in %s in the widths of the pages, and served for ever from the site itself',
  async (store) => {
    let server: S3Server | undefined
    if (store === 'a bucket') server = await startS3()
    const on = server
      ? await openSite({ env: { FILES_URL: `s3://${BUCKET}/pictures?endpoint=${server.origin}` } })
      : site
    const by = picturesOf(on, await on.signIn())
    const photo = await sharp(await quarters(1200, 900))
      .withExif({ IFD0: { Copyright: 'Somebody', Make: 'Phone' } })
      .withMetadata({ orientation: 1 })
      .toBuffer()
    const sent = await by.send(photo, 'slide')
    expect(sent.status).toBe(201)
    const { source, width, height } = (await sent.json()) as Source
    expect([width, height]).toEqual([1200, 900])
    // What was not cropped is shown to administrators alone.
    expect((await on.fetch(`/files/site-sources/${source}.webp`)).status).toBe(404)
    expect((await on.fetch(`/api/admin/site/pictures/${source}`)).ok).toBe(false)

    const { picture } = await (await by.crop(source, 'slide', RED)).json()
    expect(picture).toMatchObject({ width: 600, height: 400, from: { source, crop: RED } })
    const addresses = keysOf('slide', picture).map((key) => `/files/${key}`)
    expect(addresses.map((path) => path.replace(/^.*-/, ''))).toEqual([
      ...['360.avif', '360.webp', '600.avif', '600.webp'],
    ])
    for (const path of addresses) {
      const answer = await on.fetch(path, { headers: { 'Sec-Fetch-Mode': 'no-cors' } })
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toBe(path.endsWith('avif') ? 'image/avif' : 'image/webp')
      const bytes = Buffer.from(await answer.arrayBuffer())
      const { exif, xmp, width: across } = await sharp(bytes).metadata()
      expect([exif, xmp, `${across}`]).toEqual([undefined, undefined, /-(\d+)\./.exec(path)?.[1]])
      expect(await middleOf(bytes)).toEqual(RED_TONE)
    }
    // The same again is the same, and a second tab’s as well.
    const again = await Promise.all([by.make(photo, 'slide', RED), by.make(photo, 'slide', RED)])
    expect(again).toEqual([picture, picture])
    if (!server) return
    await on.end()
    await server.close()
  },
)

test('what is published shows the pictures on every page, in icons, manifests, share pictures and the feed, and old addresses go on', async () => {
  const [shareBefore, iconBefore] = await Promise.all(
    ['/share.png', '/icon-192.png'].map((path) => bytesOf(path)),
  )
  const headBefore = await textOf('/contact')
  const photo = await quarters()
  const logo = await client.make(photo, 'logo', { x: 0, y: 0, width: 37.5, height: 50 })
  const about = { ...(await client.make(photo, 'about', WHOLE)), alt: 'Our classroom <by the river>' }
  const slide = { ...(await client.make(photo, 'slide', WHOLE)), alt: 'Four colours' }
  const portrait = await client.make(photo, 'portrait', WHOLE)
  const [first, ...others] = file.slideshow.slides
  const published = await publishWith((centre) => ({
    ...centre,
    pictures: { logo, about },
    slideshow: { ...centre.slideshow, slides: [{ ...first, picture: slide }, ...others] as never },
    testimonials: [
      { text: 'Shown.', name: 'Meena', date: '2026-02', consent: true, portrait },
      { text: 'Not shown.', name: 'Ravi', date: '2026-02', consent: false, portrait },
    ],
  }))
  expect(published.status, await published.clone().text()).toBe(200)

  const home = await textOf('/')
  for (const [use, picture] of [
    ['logo', logo],
    ['about', about],
    ['slide', slide],
    ['portrait', portrait],
  ] as const) {
    expect(home).toContain(sourceSet(use, picture, 'avif'))
    expect(home).toContain(`src="${largestAddress(picture)}"`)
  }
  expect(home).toContain('alt="Our classroom &lt;by the river&gt;"')
  expect(home).toMatch(new RegExp(`${about.picture}-240\\.webp"[^>]* width="240" height="300"`))
  const mark = `?v=${logo.picture.slice(0, 8)}`
  const contact = await textOf('/contact')
  for (const address of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']) {
    expect(contact).toContain(`href="${address}${mark}"`)
    expect(headBefore).toContain(`href="${address}"`)
  }
  const digest = /data-content="([\w-]{22})"/.exec(contact)?.[1]
  // What it was cropped of stays in the admin area.
  for (const text of [home, await textOf(`/content/${digest}.json`)])
    expect(text).not.toContain(logo.from?.source)
  for (const path of ['/manifest.webmanifest', '/admin/manifest.webmanifest'])
    expect(await textOf(path)).toContain(`/icon-maskable-512.png${mark}`)
  expect(await textOf('/feed.xml')).toContain(`/favicon.ico${mark}</icon>`)
  expect(await middleOf(await bytesOf(`/icon-192.png${mark}`))).toEqual(RED_TONE)
  expect(await middleOf(await bytesOf('/icon-maskable-512.png'))).toEqual(RED_TONE)
  expect((await bytesOf('/icon-192.png')).equals(iconBefore as Buffer)).toBe(false)
  const share = await bytesOf('/share.png')
  expect(share.equals(shareBefore as Buffer)).toBe(false)
  const { data } = await sharp(share)
    .extract({ left: 90, top: 110, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data].map((value) => Math.round(value / 32) * 32)).toEqual(RED_TONE)
  expect(await textOf('/favicon.svg')).toMatch(/^<svg [^>]*><image [^>]*href="data:image\/webp;base64,/)

  const next = await client.make(await quarters(300, 300), 'logo', { x: 50, y: 50, width: 50, height: 50 })
  await publishWith((centre) => ({ ...centre, pictures: { logo: next } }))
  expect(await textOf('/')).not.toContain(logo.picture)
  for (const path of [`/icon-192.png${mark}`, largestAddress(logo)])
    expect((await site.fetch(path)).status).toBe(200)
  if (!isPostgres) await expectInBackup(logo, next)
})

async function expectInBackup(...pictures: SitePicture[]) {
  const made = await backUp(site, newFolder())
  expect(made).toMatchObject({ lacking: [] })
  const stored = (await Array.fromAsync(site.app.files.list())).map(({ key }) => key)
  for (const picture of pictures) expect(stored).toEqual(expect.arrayContaining(keysOf('logo', picture)))
}

test('a document with pictures that the site does not have is not published', async () => {
  const unknown = { picture: 'a'.repeat(32), width: 512, height: 512 }
  const refused = await publishWith((centre) => ({ ...centre, pictures: { logo: unknown } }))
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ fields: { 'pictures.logo': 'is not on this site any more; choose it again' } }),
  ])
  const photo = await client.make(await quarters(), 'about', WHOLE)
  const silent = await publishWith((centre) => ({ ...centre, pictures: { about: { ...photo, alt: ' ' } } }))
  expect((await silent.json()).fields).toEqual({
    'pictures.about.alt': 'needs a few words for those who cannot see it',
  })
})

test('bad pictures are refused with a sentence, SVG is re-encoded, and a wide logo keeps all of itself', async () => {
  const photo = await quarters()
  const frames = await sharp([photo, await sharp(photo).negate().toBuffer()], { join: { animated: true } })
    .gif()
    .toBuffer()
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#808080' } })
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1heic')])
  for (const [bytes, code, said] of [
    [Buffer.from('<!doctype html><html><body>Not a PNG</body></html>'), 'not-an-image', 'not a picture'],
    [photo.subarray(0, photo.length / 2), 'broken', 'damaged'],
    [frames, 'moving', 'stand still'],
    [heic, 'heic', 'HEIC'],
    [await plain(8, 8).png().toBuffer(), 'too-small', '16 pixels'],
    [await plain(8000, 5001).png().toBuffer(), 'too-many-pixels', '40 million'],
    [
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(2 ** 20)}--></svg>`),
      'drawing-too-large',
      '1 MiB',
    ],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9"'), 'broken', 'damaged'],
    [Buffer.alloc(20 * 2 ** 20 + 1), 'file-too-large', '20 MiB'],
  ] as const) {
    const refused = await client.refusal(bytes)
    expect([refused.code, refused.field]).toEqual([code, 'picture'])
    expect(refused.detail).toContain(said)
  }
  const empty = await client.refusal(Buffer.alloc(0))
  expect([empty.status, empty.detail]).toEqual([422, expect.stringContaining('empty')])

  const rendering = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50" width="200" height="50">
    <script>alert(1)</script><rect width="200" height="50" fill="#d02020"/>
    <image href="file:///etc/hostname" width="9" height="9"/></svg>`
  const wide = await client.make(Buffer.from(rendering), 'logo', { x: 0, y: -150, width: 100, height: 400 })
  expect(wide).toMatchObject({ width: 512, height: 512 })
  const made = await bytesOf(largestAddress(wide))
  expect(await middleOf(made)).toEqual(RED_TONE)
  const { data } = await sharp(made)
    .extract({ left: 5, top: 5, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBe(0)

  for (const [path, body] of [
    ['/site/pictures', { uploadId: 'x'.repeat(9), name: 'a', size: 1, use: 'banner' }],
    [`/site/pictures/${wide.from?.source}/crops`, { use: 'logo', crop: { ...WHOLE, width: 0 } }],
  ] as const)
    expect((await client.post(path, body)).status).toBe(422)
  for (const source of ['b'.repeat(32), '..%2f..'])
    expect((await client.crop(source, 'logo', WHOLE)).status).toBe(404)
})

test('what the site says travels with its pictures as one file, and comes back as a draft', async () => {
  const photo = await quarters()
  const about = { ...(await client.make(photo, 'about', RED)), alt: 'Red' }
  const document = { ...file, name: 'Kaveri Maths', pictures: { about } }
  const saved = await client.post('/site/content-file', { centre: document })
  const text = await saved.text()
  expect([saved.status, Object.keys(JSON.parse(text).pictures)]).toEqual([200, [about.from?.source]])
  // Where all is there already nothing is made again.
  expect(await (await client.sendContentFile(text)).json()).toEqual({ centre: document })

  const other = await openSite()
  const there = picturesOf(other, await other.signIn())
  const taken = await there.sendContentFile(text)
  const { centre: draft } = (await taken.json()) as { centre: Centre }
  expect([draft.name, draft.pictures?.about?.alt, taken.status]).toEqual(['Kaveri Maths', 'Red', 200])
  expect(await textOf('/', other)).not.toContain('Kaveri')
  expect((await there.put(0, draft)).status).toBe(200)
  expect(await middleOf(await bytesOf(largestAddress(draft.pictures?.about as SitePicture), other))).toEqual(
    RED_TONE,
  )

  const broken = JSON.parse(text)
  for (const [bad, said] of [
    ['{', 'not one that was saved here'],
    ['[]', 'not one that was saved here'],
    [JSON.stringify({ ...broken, more: 1 }), 'not one that was saved here'],
    [JSON.stringify({ ...broken, centre: { ...broken.centre, name: '' } }), 'Name must not be empty'],
    [
      JSON.stringify({ ...broken, pictures: {} }).replaceAll(about.picture, 'c'.repeat(32)),
      'not in the file',
    ],
    [
      JSON.stringify({
        ...broken,
        pictures: { [about.from?.source ?? '']: Buffer.from('<html>').toString('base64') },
      }).replaceAll(about.picture, 'd'.repeat(32)),
      'not a picture',
    ],
  ] as const) {
    const refused = await there.sendContentFile(bad)
    expect([refused.status, (await refused.json()).detail]).toEqual([422, expect.stringContaining(said)])
  }
  // A bare document is one without pictures.
  expect((await there.sendContentFile(JSON.stringify(file))).status).toBe(200)
  await other.end()
})

test('a picture that no version needs is forgotten after thirty days, one of an old version never', async () => {
  const photo = await quarters(640, 480)
  const kept = await client.make(photo, 'logo', WHOLE)
  const draft = await client.make(photo, 'portrait', WHOLE)
  await publishWith((centre) => ({ ...centre, pictures: { logo: kept } }))
  await publishWith(({ pictures: _, ...centre }) => centre)
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await sweepPictures(site.app, inDays(DRAFT_DAYS - 1))
  expect((await site.fetch(largestAddress(draft))).status).toBe(200)
  expect(await sweepPictures(site.app, inDays(DRAFT_DAYS + 1))).toBeGreaterThan(0)
  await sweepFiles(site.app, { age: 0 })
  const stored = (await Array.fromAsync(site.app.files.list())).map(({ key }) => key)
  expect(stored).toEqual(expect.arrayContaining(keysOf('logo', kept)))
  expect(stored.filter((key) => key.includes(draft.picture))).toEqual([])
  expect((await site.fetch(largestAddress(kept))).status).toBe(200)
  // Made again, it is there again.
  expect(await client.make(photo, 'portrait', WHOLE)).toEqual(draft)
  expect((await site.fetch(largestAddress(draft))).status).toBe(200)
})

test('a picture that comes while the clock is behind has its thirty days', async () => {
  const path = join(site.dataDir, 'quarantine/while-behind')
  writeFileSync(path, await quarters(320, 240))
  const clock = { ...site.app.clock, now: () => new Date(Date.now() - 400 * DAY_MS) }
  const kept = await storeSource({ ...site.app, clock }, path, 'logo')
  if ('refused' in kept) throw new Error(kept.sentence)
  await sweepPictures(site.app, new Date(Date.now() + (DRAFT_DAYS - 1) * DAY_MS))
  const rows = await site.app.db
    .selectFrom('storedFiles')
    .select('fullPath')
    .where('fullPath', '=', sourceKey(kept.source))
    .execute()
  expect(rows).toHaveLength(1)
})
