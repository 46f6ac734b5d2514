import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import { inLanguage, LANGUAGES, type Language, languageOfText } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { A4, PART_PAGES, type PageSize } from '#domain/page-images/page-image.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import { centreOf } from '#web/centre/known-centres.ts'
import { documentLanguage } from '#web/language/messages-at.ts'
import { ownState } from '#web/state-boards.ts'
import { SHELL_PAGES_CACHE } from '#web/worker/caches.ts'
import { markFile, readSaved, type SavedPaper } from '../downloads/offline-store.ts'
import { type Fact, factsOf, partsOf, SEPARATOR_POINT } from '../paper/facts-of.ts'
import { saidOf } from './saved-note.tsx'

/** For the worker, with what leads there, in the language of this page; only what has changed is written. */
export async function writeFirstViews(): Promise<void> {
  const centre = centreOf(document.documentElement.dataset.content ?? '')
  if (!centre || !('caches' in globalThis)) return
  const language = documentLanguage()
  const papers = await readSaved()
  const cache = await caches.open(SHELL_PAGES_CACHE)
  for (const saved of papers) {
    await markFile(saved)
    const address = inLanguage(`/kept?paper=${saved.id}`, language)
    const html = firstView(saved, ownState(centre), language)
    const before = await cache.match(address)
    if ((await before?.text()) === html) continue
    await cache.put(address, new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))
  }
}

/**
 * What a saved paper shows before React: the worker puts it into the page that it remembers. As high as what
 * `SavedReader` renders at each width, so that nothing moves when that takes its place. `own` is the centre's state.
 */
export function firstView(saved: SavedPaper, own: string, language: Language): string {
  const m = messagesOf(language)
  const { paper, pages, base } = saved
  const say = { m, labels: labelsOf(language), formats: formatsOf(language) }
  const title = say.labels.title(paper.title)
  const written = languageOfText(title)
  const titleLang = written === language ? '' : ` lang="${LANGUAGES[written].tag}"`
  const note = saidOf(saved.state, m)
  const shown = pages.slice(0, Math.min(PART_PAGES, pages.findLastIndex(Boolean) + 1))
  const leaves = shown.map((size, at) =>
    leaf(at + 1, size, base, {
      name: m.reader_page_of({ page: at + 1, pages: pages.length }),
      halves: m.reader_halves(),
    }),
  )
  return [
    `<div class="ruled"><p class="saved-back"><a class="action" href="${inLanguage('/kept', language)}"><span class="sweeps">${escapeHtml(m.offline_title())}</span></a></p>`,
    `<article class="front-sheet" data-reads="true" data-subject="${escapeHtml(paper.subject)}"><header class="front-head">`,
    `<h1${titleLang}${title.length > 60 ? ' data-long="true"' : ''}>${escapeHtml(title)}</h1>`,
    factList(factsOf(paper, paper.views, own, say), m.paper_roll_number()),
    note && `<p class="saved-note">${escapeHtml(note)}</p>`,
    ways(
      inLanguage(`/papers/${paper.id}/sit`, language),
      m.sit_heading(),
      paper.referenceLink,
      m.card_answer(),
    ),
    '</header><section class="reader"><div class="viewer-frame"><div class="reading-table">',
    `<ol class="leaves">${leaves.join('')}</ol></div><div class="reading-bar"></div></div></section></article></div>`,
  ].join('')
}

/** As `FactList` renders it. */
export function factList(facts: Fact[], roll: string): string {
  const rows = facts.map(([name, value, as, alone]) => {
    const parts = alone
      ? `<span class="beside">${escapeHtml(value)}</span><span class="alone">${escapeHtml(alone)}</span>`
      : partsOf(value).map(escapeHtml).join(`<span>${SEPARATOR_POINT}</span><span> </span>`)
    return `<div${as ? ` data-as="${as}"` : ''}><dt>${escapeHtml(name)}:</dt> <dd>${parts}</dd></div>`
  })
  return `<div class="front-facts"><p class="roll-boxes" aria-hidden="true">${escapeHtml(roll)} <span></span></p><dl>${rows.join('')}</dl></div>`
}

function ways(sits: string, sit: string, answers: string | null | undefined, answer: string) {
  const way = (address: string, name: string, opens: string) =>
    `<a class="action" href="${escapeHtml(address)}"${opens}><span class="sweeps">${escapeHtml(name)}</span></a>`
  const away = ' target="_blank" rel="noopener noreferrer"'
  return `<p class="saved-ways">${way(sits, sit, '')}${answers ? way(answers, answer, away) : ''}</p>`
}

function leaf(
  page: number,
  size: PageSize | null,
  base: string,
  { name, halves }: { name: string; halves: string },
) {
  const { width, height } = size ?? A4
  const address = escapeHtml(`${base}/${pageName(page, size?.turn)}-720.webp`)
  const first = page === 1 ? 'loading="eager" fetchpriority="high"' : 'loading="lazy"'
  const image = `<img src="${address}" width="${width}" height="${height}" alt="${escapeHtml(name)}" ${first}>`
  const picture = `<a href="${address}">${image}${size?.isSpread ? image : ''}</a>`
  return `<li id="page-${page}" class="leaf"${size?.isSpread ? ' data-spread="true"' : ''}><h3 class="leaf-number"><span>${escapeHtml(name)}</span>${size?.isSpread ? `<span class="halves-name">${escapeHtml(halves)}</span>` : ''}</h3><svg class="leaf-place" viewBox="0 0 ${width} ${height}" aria-hidden="true"></svg>${size ? picture : ''}</li>`
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
