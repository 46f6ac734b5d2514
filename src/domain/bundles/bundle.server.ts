import type { App } from '#domain/app.ts'
import { isFileThere } from '#domain/files/read.server.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { Paper } from '../paper/paper.ts'
import { paperPath } from '../paper/paper-path.ts'
import { bundleFileNames } from './bundle-names.ts'
import { findPicked } from './picked.server.ts'
import { type BundleKind, tooMuchFor } from './picked.ts'

export type BundledPaper = { paper: Paper; fileKey: string; name: string }
/** Why they cannot be one file, in the words of a language. */
export type TooMuch = { tooMuch: (m: Messages) => string }
export type Bundle = { papers: BundledPaper[]; missing: string[] }

/** In the order of the ids. Papers that are gone, or whose file is, are `missing`; null when none is left. */
export async function planBundle(
  app: Pick<App, 'readDb' | 'files' | 'log'>,
  kind: BundleKind,
  ids: readonly string[],
): Promise<Bundle | TooMuch | null> {
  const { papers: found, missing } = await findPicked(app, ids)
  const there = await Promise.all(found.map(({ fileKey, paper }) => isFileThere(app, fileKey, paper)))
  const placed = found.filter((_, at) => there[at])
  const lost = found.filter((_, at) => !there[at])
  for (const { fileKey } of lost)
    app.log.error({ key: fileKey }, 'a picked paper needs a file that is not there')
  if (placed.length === 0) return null
  const papers = placed.map(({ paper }) => paper)
  if (tooMuchFor(kind, papers, messagesOf('en'))) return { tooMuch: (m) => tooMuchFor(kind, papers, m) ?? '' }
  const names = bundleFileNames(papers)
  return {
    papers: placed.map(({ paper, fileKey }, at) => ({ paper, fileKey, name: names[at] ?? paper.id })),
    missing: [...missing, ...lost.map(({ paper }) => paper.id)],
  }
}

/** The text file beside the papers: the addresses of each one and of its answers, and what is missing. */
export function listInWords({ papers, missing }: Bundle, siteName: string, origin: string): string {
  const lines = papers.flatMap(({ paper, name }, at) => [
    `${at + 1}. ${name}`,
    `   ${origin}${paperPath(paper)}`,
    ...(paper.referenceLink ? [`   Answers: ${new URL(paper.referenceLink, origin)}`] : []),
    '',
  ])
  const gone = missing.map((id) => `   ${origin}/papers/${id}`)
  return [
    `Question papers from ${siteName}, ${origin}`,
    '',
    ...lines,
    ...(gone.length > 0 ? ['No longer here, and so not in this file:', ...gone, ''] : []),
  ].join('\r\n')
}
