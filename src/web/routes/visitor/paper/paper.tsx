import { useEffect } from 'react'
import { data, Link, redirect, useLocation } from 'react-router'
import { withSets } from '#domain/exam-sets/find-sets.server.ts'
import { findPublished, listSimilar } from '#domain/lists/browse.server.ts'
import { askForPages, findPages } from '#domain/page-images/find-pages.server.ts'
import { degreeName, fullTitle, sizeLabel, titleLang } from '#domain/paper/labels.ts'
import type { Paper, PublishedPaper, SetOfExam } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { pageContext } from '#web/context.ts'
import tamilFont from '#web/styles/fonts/anek-tamil.woff2?url'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { KeptLink } from '../keeping/kept-link.tsx'
import { notHere } from '../missing/not-here.ts'
import { failedHead, pageHead } from '../page/page-head.ts'
import type { Route } from './+types/paper'
import './paper-page.css'
import './paper-print.css'
import { estimateBytes } from '#domain/keeping/keepable-paper.ts'
import type { PaperPages } from '#domain/page-images/page-image.ts'
import { cutPart, type Part, pageAddress } from '#domain/page-images/page-parts.ts'
import { listSteps } from '../lists/list-steps.ts'
import { breadcrumbs, learningResource } from '../page/structured-data.ts'
import { survive } from '../page/survive-network.ts'
import { type PackedPaper, packPaper, unpackPaper } from '../paper-card/packed-paper.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { qrCode } from './qr-code.server.ts'
import type { QrCode } from './qr-path.ts'
import { SimilarPapers } from './similar-papers.tsx'

/** `similar` and `part` are null when they could not be read. */
type Shown = {
  failed: false
  paper: PublishedPaper
  part: Part | null
  /** What keeping its pages on a device takes, in bytes; null where there are none. */
  keeps: number | null
  similar: PackedPaper[] | null
  sets: SetOfExam[]
  address: string
  qr: QrCode
}
type PaperPageData = { failed: true } | Shown

/** Preloaded, so that a Tamil title does not change its line breaks when the font arrives. */
const TAMIL_FONT = {
  tagName: 'link',
  rel: 'preload',
  href: tamilFont,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
}

const NOT_READ: PaperPageData = { failed: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData || loaderData.failed) return failedHead(matches, 'The paper could not be read')
  const { paper } = loaderData
  const path = paperPath(paper)
  const head = pageHead(matches, {
    title: fullTitle(paper),
    description: descriptionOf(paper),
    path,
    picture: `/papers/${paper.id}/share.png`,
    data: (origin, root) => [
      learningResource(root, paper),
      breadcrumbs(origin, [...listSteps(paper), { name: paper.title, path }]),
    ],
  })
  return titleLang(paper.title) ? [...head, TAMIL_FONT] : head
}

/** A reader who asked for few bytes gets another page. */
export function headers() {
  return { Vary: 'Save-Data' }
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, siteOrigin, failed } = context.get(pageContext)
  let paper: PublishedPaper | null
  try {
    paper = await findPublished(app, params.id)
  } catch (error) {
    failed(error, 'a paper could not be read')
    return data(NOT_READ, { status: 503 })
  }
  if (!paper) throw notHere('This paper is no longer here. Search for it, or look through the lists.')
  const path = paperPath(paper)
  const { searchParams } = new URL(request.url)
  const asked = Number(searchParams.get('part'))
  if (path !== `/papers/${params.id}/${params.slug}`)
    throw redirect(asked > 1 ? `${path}?part=${asked}` : path, 301)
  const similar = await listSimilar(app, paper).catch((error: unknown) => {
    failed(error, 'similar papers could not be read')
    return null
  })
  const [shown] = await withSets(app, [paper]).catch((error: unknown) => {
    failed(error, "an exam's sets could not be read")
    return []
  })
  const isLight = request.headers.get('save-data') === 'on'
  const found = await findPages(app, paper).catch((error: unknown) => {
    failed(error, "a paper's pages could not be read")
    return null
  })
  // Nobody waits for it, and where it fails the pages are drawn later.
  if (found && !found.isDone) void askForPages(app, paper.id).catch(() => {})
  // Without JavaScript, the form of the page number arrives here.
  const go = searchParams.get('go')
  if (go !== null) throw redirect(path + pageAddress(Number(go), found?.pages ?? paper.pages))
  const part = found && cutPart(found, searchParams.get('part'), isLight)
  // The short address makes a simpler code and leads to the same page.
  const qr = qrCode(`${siteOrigin}/papers/${paper.id}`)
  const packed = similar?.map(packPaper) ?? null
  return data<PaperPageData>({
    failed: false,
    paper,
    part,
    keeps: part && part.drawn > 0 && found ? bytesToKeep(found) : null,
    similar: packed,
    sets: shown?.sets ?? [],
    address: siteOrigin + path,
    qr,
  })
}

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  // A revalidation may fail while somebody reads: what is open stays open.
  return await survive<PaperPageData>(serverLoader, () =>
    lastShown?.paper.id === params.id ? lastShown : NOT_READ,
  )
}

let lastShown: Shown | undefined

export default function PaperPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="page paper-page wrap">
      <div className="ruled">{loaderData.failed ? <LoadFailed /> : <PaperShown {...loaderData} />}</div>
    </main>
  )
}

function PaperShown(shown: Shown) {
  const { paper, part, keeps, similar, sets, address, qr } = shown
  useEffect(() => {
    lastShown = shown
  }, [shown])
  return (
    <>
      <Breadcrumbs steps={listSteps(paper)} />
      <PaperSheet
        key={paper.id}
        paper={paper}
        sets={sets}
        part={part}
        keeps={keeps}
        address={address}
        qr={qr}
      />
      <SimilarPapers paper={paper} similar={similar?.map(unpackPaper) ?? null} />
    </>
  )
}

function LoadFailed() {
  const { pathname } = useLocation()
  return (
    <div className="instead" role="status">
      <EmptySheet mark="!" />
      <div className="grid justify-items-start gap-5">
        <h1 className="text-3xl md:text-4xl">This paper could not be read just now</h1>
        <p className="max-w-[40ch] text-pretty text-xl leading-snug">
          It is safe. Look at your connection, then try again in a moment.
        </p>
        <Link className="button" to={pathname} reloadDocument>
          Try again
        </Link>
        <KeptLink />
      </div>
    </div>
  )
}

function bytesToKeep({ images }: PaperPages) {
  const pages = images.reduce((sum, image) => sum + (image?.bytes[720] ?? 0), 0)
  return estimateBytes({ pages: images, bytes: { pages, file: 0 } }, false)
}

function descriptionOf(paper: Paper) {
  const { type, grade, subject, month, year, pages, size } = paper
  const what = [degreeName(type, grade), subject === 'all' ? '' : subject].filter(Boolean).join(' ')
  const weight = `PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${sizeLabel(size)}`
  const answers = paper.referenceLink ? ', with a free answer' : ''
  return `${what} question paper of ${month} ${year}: ${weight}${answers}. Free to open and print, no sign-in.`
}
