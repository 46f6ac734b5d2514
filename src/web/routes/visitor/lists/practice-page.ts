import type { Shelf } from '#domain/lists/facets.server.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { type PaperDto, packPaper, unpackPaper } from '../paper-card/paper-dto.ts'
import { FAILED_LIST, type ReadList } from './failed-list.ts'
import { packList, unpackList } from './list-dto.ts'

/** `shelf.papers` counts the whole shelf, of which at most twelve are shown. */
export type ShownShelf = { shelf: Shelf; papers: FoundPaper[] }

export type PracticePage = Omit<ReadList, 'papers' | 'page' | 'inside'> & { shelves: ShownShelf[] }

export const NO_SHELVES: PracticePage = { ...FAILED_LIST, shelves: [] }

type PackedShelf = { shelf: Shelf; papers: PaperDto[] }

/** For the way into the browser. */
export function packShelves<Page extends PracticePage>(page: Page) {
  const pack = ({ shelf, papers }: ShownShelf): PackedShelf => ({ shelf, papers: papers.map(packPaper) })
  return { ...packList(page), shelves: page.shelves.map(pack) }
}

export function unpackShelves<Page extends Parameters<typeof unpackList>[0] & { shelves: PackedShelf[] }>(
  page: Page,
) {
  const unpack = ({ shelf, papers }: PackedShelf): ShownShelf => ({ shelf, papers: papers.map(unpackPaper) })
  return { ...unpackList(page), shelves: page.shelves.map(unpack) }
}
