import { useEffect } from 'react'
import { data, Link as RouterLink, redirect, useLocation } from 'react-router'
import { sizeLabel } from '#domain/language/formats.ts'
import { type Labels, labelsOf, titleLang } from '#domain/language/labels.ts'
import { inLanguage } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { findPublished, listSimilar } from '#domain/lists/browse.server.ts'
import { bytesOfAnswers } from '#domain/offline/find-manifests.server.ts'
import { estimateBytes } from '#domain/offline/paper-manifest.ts'
import { askForPages, findPages } from '#domain/page-images/find-pages.server.ts'
import { cutPart, type PaperPages, type Part, pageAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper, PaperNotes, PublishedPaper, SetOfExam } from '#domain/paper/paper.ts'
import { listAnswers } from '#domain/questions/questions.server.ts'
import { listAskedQuestions } from '#domain/search/questions/read-found-questions.server.ts'
import { withNotes } from '#domain/wanted/wanted.server.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import tamilFont from '#web/styles/fonts/anek-tamil.woff2?url'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SavedLink } from '../downloads/save-list.tsx'
import { listSteps } from '../lists/list-address.ts'
import { notFoundResponse } from '../not-found-response.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { failedHead, pageHead } from '../page/page-head.ts'
import { breadcrumbs, learningResource } from '../page/structured-data.ts'
import { PaperCard } from '../paper-card/paper-card.tsx'
import { type PaperDto, packPaper, unpackPaper } from '../paper-card/paper-dto.ts'
import type { Route } from './+types/paper'
import { type PageQuestion, packQuestion } from './page-question.ts'
import { type BytesToSave, PaperSheet } from './paper-sheet.tsx'
import { qrCode } from './qr-code.server.ts'
import type { QrCode } from './qr-path.ts'

/** `similar` and `part` are null when they could not be read. */
type Shown = {
  failed: false
  paper: PublishedPaper
  part: Part | null
  /** What saving it on a device takes, in bytes; null where it has no pages. */
  saveBytes: BytesToSave | null
  similar: PaperDto[] | null
  sets: SetOfExam[]
  notes: Pick<PaperNotes, 'asked' | 'changed'>
  questions: PageQuestion[]
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
  const language = languageAt(matches)
  const [m, labels] = [messagesAt(matches), labelsOf(language)]
  if (!loaderData || loaderData.failed) return failedHead(matches, m.paper_failed_title())
  const { paper } = loaderData
  const path = paperPath(paper)
  const head = pageHead(matches, {
    title: labels.fullTitle(paper),
    description: descriptionOf(paper, m, labels),
    path,
    picture: `/papers/${paper.id}/share.png`,
    data: (origin, root) => [
      learningResource(root, paper, language),
      breadcrumbs(origin, [...listSteps(paper, labels), { name: labels.title(paper.title), path }], language),
    ],
  })
  return titleLang(paper.title) ? [...head, TAMIL_FONT] : head
}

/** A reader who asked for few bytes gets another page. */
export function headers() {
  return { Vary: 'Save-Data' }
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, siteOrigin, failed, language } = context.get(pageContext)
  let paper: PublishedPaper | null
  try {
    paper = await findPublished(app, params.id)
  } catch (error) {
    failed(error, 'a paper could not be read')
    return data(NOT_READ, { status: 503 })
  }
  if (!paper) throw notFoundResponse(messagesOf(language).paper_gone())
  const path = paperPath(paper)
  const { searchParams } = new URL(request.url)
  const askedPart = Number(searchParams.get('part'))
  if (path !== `/papers/${params.id}/${params.slug}`)
    throw redirect(askedPart > 1 ? `${path}?part=${askedPart}` : path, 301)
  const similar = await listSimilar(app, paper).catch((error: unknown) => {
    failed(error, 'similar papers could not be read')
    return null
  })
  const [listed] = await withNotes(app, [paper]).catch((error: unknown) => {
    failed(error, "an exam's sets could not be read")
    return []
  })
  const asked = await listAskedQuestions(app, paper.id, language).catch((error: unknown) => {
    failed(error, "a paper's questions could not be read")
    return null
  })
  const answered = await listAnswers(app, paper.id, language).catch((error: unknown) => {
    failed(error, "a paper's answers could not be read")
    return []
  })
  const isLight = request.headers.get('save-data') === 'on'
  const found = await findPages(app, paper).catch((error: unknown) => {
    failed(error, "a paper's pages could not be read")
    return null
  })
  // Nobody waits for it, and where it fails the pages are rendered and read later.
  if (found) void askForPages(app, paper.id).catch(() => {})
  // Without JavaScript, the form of the page number arrives here.
  const go = searchParams.get('go')
  if (go !== null) throw redirect(path + pageAddress(Number(go), found?.pages ?? paper.pages))
  const answers = await bytesOfAnswers(app, paper).catch(() => 0)
  const part = found && cutPart(found, searchParams.get('part'), isLight)
  // The short address makes a simpler code and leads to the same page.
  const qr = qrCode(siteOrigin + inLanguage(`/papers/${paper.id}`, language))
  const packed = similar?.map(packPaper) ?? null
  return data<PaperPageData>({
    failed: false,
    paper,
    part,
    saveBytes: part && part.rendered > 0 && found ? bytesToSave(found, answers) : null,
    similar: packed,
    sets: listed?.sets ?? [],
    notes: { asked: listed?.asked, changed: listed?.changed },
    questions: asked?.questions.map((question) => packQuestion(question, answered)) ?? [],
    address: siteOrigin + inLanguage(path, language),
    qr,
  })
}

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  // A revalidation may fail while somebody reads: what is open stays open.
  return await loadOrFallback<PaperPageData>(serverLoader, () =>
    lastShown?.paper.id === params.id ? lastShown : NOT_READ,
  )
}

let lastShown: Shown | undefined

export default function PaperPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="page paper-page wrap">
      <div className="ruled">{loaderData.failed ? <PaperFailed /> : <PaperShown {...loaderData} />}</div>
    </main>
  )
}

function PaperShown(props: Shown) {
  const { paper, part, saveBytes, similar, sets, notes, questions, address, qr } = props
  useEffect(() => {
    lastShown = props
  }, [props])
  return (
    <>
      <Breadcrumbs steps={listSteps(paper, useLabels())} />
      <PaperSheet
        key={paper.id}
        paper={paper}
        sets={sets}
        notes={notes}
        part={part}
        questions={questions}
        saveBytes={saveBytes}
        address={address}
        qr={qr}
      />
      <SimilarPapers paper={paper} similar={similar?.map(unpackPaper) ?? null} />
    </>
  )
}

function bytesToSave({ images }: PaperPages, answers: number): BytesToSave {
  const pages = images.reduce((sum, image) => sum + (image?.bytes[720] ?? 0), 0)
  return { light: estimateBytes({ pages: images, bytes: { pages, file: 0, answers } }, false), answers }
}

function descriptionOf(paper: Paper, m: Messages, labels: Labels) {
  const { type, grade, subject, year, pages, size } = paper
  const degree = labels.degree(type, grade)
  const what = subject === 'all' ? degree : `${degree} ${labels.subject(subject)}`
  const weight = `PDF, ${m.count_pages({ count: pages })}, ${sizeLabel(size)}`
  const values = { what, month: labels.month(paper.month), year, weight }
  return paper.referenceLink ? m.paper_description_answered(values) : m.paper_description(values)
}

/** Where the paper could not be read; it may be on this phone. */
function PaperFailed() {
  const m = useMessages()
  const { pathname } = useLocation()
  return (
    <div className="instead" role="status">
      <EmptyState mark="!" />
      <div className="grid justify-items-start gap-5">
        <h1 className="text-[1.875rem] md:text-[2.25rem]">{m.paper_failed_heading()}</h1>
        <p className="max-w-[40ch] text-pretty text-xl/snug">{m.paper_failed_sentence()}</p>
        <RouterLink className="button" to={pathname} reloadDocument>
          {m.list_try_again()}
        </RouterLink>
        <SavedLink />
      </div>
    </div>
  )
}

type SimilarProps = { paper: Paper; similar: Paper[] | null }

function SimilarPapers({ paper, similar }: SimilarProps) {
  const m = useMessages()
  const labels = useLabels()
  const degree = labels.degree(paper.type, paper.grade)
  return (
    <section className="mt-10 md:mt-16 print:hidden" aria-labelledby="similar">
      <div className="question">
        <span className="number" aria-hidden="true">
          1.
        </span>
        <h2 id="similar">{m.paper_similar()}</h2>
        {similar && similar.length > 0 && <span className="marks">[{labels.papers(similar.length)}]</span>}
      </div>
      {similar && <OtherSubjects paper={paper} similar={similar} degree={degree} />}
      {similar && similar.length > 0 ? (
        <ul className="paper-cards mt-6 md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4">
          {similar.map((each) => (
            <li key={each.id}>
              <PaperCard paper={each} heading="h3" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 max-w-[48ch] text-[1.125rem]">
          {similar ? m.paper_only_one({ degree }) : m.paper_similar_failed()}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link className="action" to={`/resources/${paper.type}/${paper.grade}/`}>
          <span className="sweeps">{m.paper_all_of_degree({ degree })}</span>
        </Link>
        <Link className="action" to="/practice">
          <span className="sweeps">{m.list_free_papers()}</span>
        </Link>
      </p>
    </section>
  )
}

function OtherSubjects({ paper, similar, degree }: { paper: Paper; similar: Paper[]; degree: string }) {
  const m = useMessages()
  const labels = useLabels()
  const others = similar.filter(({ subject }) => subject !== paper.subject).length
  if (others === 0) return null
  const subject = labels.paperSubject(paper)
  return (
    <p className="mt-3 max-w-[60ch] text-quiet">
      {others === similar.length
        ? m.paper_no_other_of_subject({ subject, degree })
        : m.paper_subject_first({ subject, degree })}
    </p>
  )
}
