import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import type { CurrentCentre } from '#domain/centre/centre.ts'
import { type Palette, palettesOf } from '#domain/centre/palette.ts'
import type {
  CroppedPicture,
  GivenPictures,
  Picture,
  Pictures,
  ReencodedPicture,
} from '#domain/centre/pictures/given-pictures.ts'
import { PICTURE_FORMATS, pictureKey, type SitePicture } from '#domain/centre/pictures/site-picture.ts'
import { publicContent } from '#domain/centre/versions/content-cache.server.ts'
import type { Language } from '#domain/language/languages.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import { decoderBytesOf, type Jobs } from '#server/jobs/jobs.ts'
import type { GivenPictureTask } from './given-picture-worker.ts'
import { paperWords } from './paper-words.ts'
import type { PictureTask } from './picture-worker.ts'
import { LOGO_SIDE, logo } from './shapes.ts'

const CACHE_BYTES = 16 * 1024 * 1024
/** One at a time, so that pages are served meanwhile on a small machine. */
const AT_ONCE = 1
/** About three seconds' work; later requests are refused. */
const WAITING_LIMIT = 30

/** Renders each picture once, however many ask; the last ones asked for are cached. Null while `waiting` others wait. */
export function cachePictures(waiting = WAITING_LIMIT) {
  const cache = new LRUCache<string, Picture>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  })
  const rendering = new Map<string, Promise<Picture | null>>()
  const limit = pLimit(AT_ONCE)
  return async (key: string, render: () => Promise<Picture | null>): Promise<Picture | null> => {
    const known = cache.get(key) ?? rendering.get(key)
    if (known) return await known
    if (limit.pendingCount >= waiting) return null
    const made = limit(render)
    rendering.set(key, made)
    try {
      const picture = await made
      if (picture) cache.set(key, picture)
      return picture
    } finally {
      rendering.delete(key)
    }
  }
}

const RENDERING: JobKind = { file: 'src/server/adapters/pictures/picture-worker.ts', threads: 1 }
const CUTTING: JobKind = { file: 'src/server/adapters/pictures/question-picture-worker.ts', threads: 1 }
/** A phone's list asks for twenty at once, which take two seconds. */
const QUESTIONS_WAITING = 200
/** A picture takes 0.2 s where nothing else runs. */
const DEADLINE_MS = 20_000

/** Of the logo within the sign of a tab, in pixels: one of the widths that are made. */
const SIGN_WIDTH = 112

/** Those of another version of the centre are rendered again. */
export function createPictures(
  current: Pick<CurrentCentre, 'read'>,
  jobs: Jobs,
  { files, log }: Pick<App, 'files' | 'log'>,
): Pictures {
  const keep = cachePictures()
  const saveQuestions = cachePictures(QUESTIONS_WAITING)

  async function render(what: PictureTask['what'], language: Language = 'en') {
    const { version, centre } = await current.read()
    return await keep(`${version} ${language} ${JSON.stringify(what)}`, async () => {
      const { name, tagline, phrases, place } = publicContent(centre, language).centre
      const palette = palettesOf(centre).light
      const logo = await readLogo(centre.pictures?.logo)
      const task: PictureTask = { centre: { name, tagline, phrases, place }, palette, what, logo }
      const rendered = await jobs.run<Picture>(RENDERING, () => task, { deadlineMs: DEADLINE_MS })
      if (rendered === 'broken') throw new Error(`This picture cannot be rendered: ${JSON.stringify(what)}`)
      return typeof rendered === 'string' ? null : rendered
    })
  }

  /** WebP; null where there is none, or it cannot be read and the site's own sign is shown. */
  async function readLogo(logo: SitePicture | undefined, width = logo?.width) {
    if (!logo || width === undefined) return null
    try {
      const stream = await files.open(pictureKey(logo.picture, width, 'webp'))
      return (
        stream &&
        new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
      )
    } catch (error) {
      log.error({ err: error }, 'the logo could not be read; pictures are rendered with the site’s own sign')
      return null
    }
  }

  return {
    ...createGivenPictures(jobs),
    ofPaper: (paper, language) => render({ paper: paperWords(paper, language) }, language),
    ofCentre: (language) => render('centre', language),
    ofQuestion: (key, cut) =>
      saveQuestions(key, async () => {
        const made = await jobs.run<Picture>(CUTTING, () => cut, { deadlineMs: DEADLINE_MS })
        if (made === 'broken') throw new Error(`This question's picture cannot be cut: ${key}`)
        return typeof made === 'string' ? null : made
      }),
    icon: (name) => render({ icon: name }),
    async sign() {
      const { centre } = await current.read()
      const logo = centre.pictures?.logo
      const bytes = await readLogo(logo, logo && Math.min(SIGN_WIDTH, logo.width))
      return bytes ? signOf(bytes, PICTURE_FORMATS.webp) : renderSign(palettesOf(centre))
    },
  }
}

/** The centre's own logo, within an SVG: those who read a tab's sign load nothing else from it. */
function signOf(logo: Uint8Array, contentType: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><image width="${LOGO_SIDE}" height="${LOGO_SIDE}" href="data:${contentType};base64,${Buffer.from(logo).toString('base64')}"/></svg>`
}

/** Follows the colour scheme, since a browser's tab may be light or dark. */
function renderSign({ light, dark }: Record<'light' | 'dark', Palette>): string {
  const nightly = '@media(prefers-color-scheme:dark){.day{display:none}.night{display:inline}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><style>${nightly}</style>
    <g class="day">${logo(light)}</g>
    <g class="night" display="none">${logo(dark)}</g></svg>`
}

/** One at a time: each may take most of what the process may have. */
const GIVEN: JobKind = { file: 'src/server/adapters/pictures/given-picture-worker.ts', threads: 1 }
/** 40 megapixels take two seconds of a processor that may be rendering papers, and that others may share. */
const GIVEN_DEADLINE_MS = 120_000

function createGivenPictures(jobs: Jobs): GivenPictures {
  const deadlineMs = GIVEN_DEADLINE_MS
  const run = <Result>(task: GivenPictureTask) => jobs.run<Result>(GIVEN, () => task, { deadlineMs })
  return {
    reencode: (path, use) =>
      run<ReencodedPicture>({ path, use, deadlineMs, decoderBytes: decoderBytesOf(jobs) }),
    crop: (source, crop, use) => run<CroppedPicture>({ source, crop, use, deadlineMs }),
  }
}
